// Two models of the editor that always give the answer that TEST_ANSWER holds; one takes next to nothing.
const vscode = require('vscode');

const large = {
  id: 'test-model',
  name: 'Test Model',
  family: 'test',
  version: '1',
  maxInputTokens: 8000,
  maxOutputTokens: 1000,
  capabilities: {},
};
const small = { ...large, id: 'small-model', name: 'Small Model', family: 'small', version: '2', maxInputTokens: 20 };

exports.activate = context => {
  context.subscriptions.push(
    vscode.lm.registerLanguageModelChatProvider('test-vendor', {
      provideLanguageModelChatInformation: () => [large, small],
      provideTokenCount: async (_model, text) => Math.ceil((typeof text === 'string' ? text.length : 4) / 4),
      provideLanguageModelChatResponse: async (_model, _messages, _options, progress) => {
        for (const piece of process.env.TEST_ANSWER.split(/(?<=,)/)) {
          progress.report(new vscode.LanguageModelTextPart(piece));
        }
      },
    }),
  );
};
