// A model of the editor that always gives the answer that TEST_ANSWER holds.
const vscode = require('vscode');

const information = {
  id: 'test-model',
  name: 'Test Model',
  family: 'test',
  version: '1',
  maxInputTokens: 8000,
  maxOutputTokens: 1000,
  capabilities: {},
};

exports.activate = context => {
  context.subscriptions.push(
    vscode.lm.registerLanguageModelChatProvider('test-vendor', {
      provideLanguageModelChatInformation: () => [information],
      provideTokenCount: async () => 1,
      provideLanguageModelChatResponse: async (_model, _messages, _options, progress) => {
        progress.report(new vscode.LanguageModelTextPart(process.env.TEST_ANSWER));
      },
    }),
  );
};
