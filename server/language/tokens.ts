/** Signals as the protocol's cancellation tokens. */
import { type CancellationToken, CancellationTokenSource } from 'vscode-languageserver';

/** Runs `work` with a token that is cancelled when the signal is aborted. */
export async function withToken<T>(signal: AbortSignal, work: (token: CancellationToken) => Promise<T>): Promise<T> {
  const source = new CancellationTokenSource();
  const cancel = (): void => source.cancel();
  signal.addEventListener('abort', cancel);
  try {
    if (signal.aborted) cancel();
    return await work(source.token);
  } finally {
    signal.removeEventListener('abort', cancel);
    source.dispose();
  }
}
