/** The version of the tool, as records, the command line and the editor give it; a test holds package.json to it. */
export const toolVersion = '0.1.0';
