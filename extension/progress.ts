/** Progress that can be cancelled, shown only for what takes long enough to be waited for. */
import * as vscode from 'vscode';

export type Report = (message: string) => void;

const patienceMs = 700;

/** Does `work`; what goes on is shown at `location` when it is not over soon, and until its end. A notification has Cancel. */
export async function withProgress<T>(
  title: string,
  location: vscode.ProgressLocation,
  controller: AbortController,
  work: (report: Report, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const said = { last: '', listener: (_: string): void => undefined };
  const report = (message: string): void => {
    said.last = message;
    said.listener(message);
  };
  const result = work(report, controller.signal);
  const over = result.then(
    () => undefined,
    () => undefined,
  );
  const timer = setTimeout(() => {
    const options = { location, title, cancellable: true };
    void vscode.window.withProgress(options, (progress, token) => {
      token.onCancellationRequested(() => controller.abort());
      said.listener = message => progress.report({ message });
      said.listener(said.last);
      return over;
    });
  }, patienceMs);
  void over.then(() => clearTimeout(timer));
  return result;
}
