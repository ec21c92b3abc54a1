// Answers as the Python extension does when a user chose the interpreter that TEST_PYTHON names.
exports.activate = () => ({
  environments: {
    getActiveEnvironmentPath: () => ({ id: 'chosen', path: process.env.TEST_PYTHON }),
    resolveEnvironment: async ({ path }) => ({ executable: { uri: { fsPath: path } } }),
  },
});
