// Answers as the environments extension does: it knows an environment for the cart alone, with the interpreter of TEST_ENVIRONMENT.
exports.activate = () => ({
  getEnvironment: async uri =>
    uri.path.endsWith('/cart.py') ? { execInfo: { run: { executable: process.env.TEST_ENVIRONMENT } } } : undefined,
});
