/** What can go wrong with the local model that the user can mend. */
import { Failure } from '../../core/failure.ts';

/** A failure of the local model with what to do next. */
export function localModelFailure(message: string, next: string, cause?: unknown): Failure {
  return new Failure('localModel', message, next, { cause });
}

export function venvMissing(python: string): Failure {
  return localModelFailure(
    `The Python at ${python} has no \`venv\` module.`,
    'On Debian and Ubuntu install the package `python3-venv`; or choose another model server (`CALLED_IT_BASE_URL` and `CALLED_IT_MODEL`).',
  );
}

export function serverNotInstalled(detail: string): Failure {
  return localModelFailure(
    `The package \`xllamacpp\`, which serves the local model, could not be installed: ${lastLine(detail)}`,
    'Check the network and the proxy, or start a model server of your own (Ollama, LM Studio, llama.cpp) and name it in `CALLED_IT_BASE_URL`.',
  );
}

export function modelNotFetched(title: string, tried: readonly string[]): Failure {
  return localModelFailure(
    `The file of ${title} could not be fetched: ${tried.join('; ')}.`,
    'Check the network and the proxy, name a file that you have with `CALLED_IT_MODEL_FILE`, or use another model server (`CALLED_IT_BASE_URL` and `CALLED_IT_MODEL`).',
  );
}

export function serverNotStarted(detail: string): Failure {
  return localModelFailure(
    `The server of the local model did not start: ${lastLine(detail)}`,
    'Try a smaller model, or see the log; another model server can be named in `CALLED_IT_BASE_URL`.',
  );
}

/** The last line of a program's words that says something. */
export function lastLine(text: string): string {
  const lines = text.split(/\r?\n/).map(line => line.trim());
  return lines.filter(line => line !== '' && !line.startsWith('[notice]')).at(-1) ?? 'it gave no reason';
}
