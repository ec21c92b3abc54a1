/** What the editor leaves in the environment of its children, and the code under test must not see. */

const editorOwn = /^(VSCODE_|ELECTRON_)/;

/** `environment` without the editor's own variables. */
export function withoutEditorVariables(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !editorOwn.test(name)));
}
