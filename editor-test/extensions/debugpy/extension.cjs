// Starts the real adapter of debugpy, from the folder that TEST_DEBUGPY names, as the Python Debugger extension does.
const vscode = require('vscode');

exports.activate = context => {
  context.subscriptions.push(
    vscode.debug.registerDebugAdapterDescriptorFactory('debugpy', {
      createDebugAdapterDescriptor: ({ configuration }) =>
        new vscode.DebugAdapterExecutable(configuration.python, ['-m', 'debugpy.adapter'], {
          env: { PYTHONPATH: process.env.TEST_DEBUGPY },
        }),
    }),
  );
};
