/** Everything that a window of the editor has of the product: built once in `opening.ts`, handed to the actions. */
import type * as vscode from 'vscode';
import type { Log } from '../server/core/log.ts';
import type { AdapterProcess } from './adapterProcess.ts';
import type { Checking } from './checking.ts';
import type { Consent } from './consent.ts';
import type { Corpora } from './corpora.ts';
import type { CorpusView } from './corpusView.ts';
import type { Debugging } from './debugging.ts';
import type { Documents } from './documents.ts';
import type { Language } from './language.ts';
import type { LocalModel } from './localModel.ts';
import type { RecentCalls } from './recentCalls.ts';
import type { Results } from './results.ts';
import type { Secrets } from './secrets.ts';

export interface Window {
  readonly log: Log;
  readonly channel: vscode.LogOutputChannel;
  /** The processes start with the first need of them, and never in an untrusted workspace. */
  readonly language: () => Language;
  readonly adapter: () => AdapterProcess;
  readonly checking: Checking;
  readonly debugging: Debugging;
  readonly results: Results;
  readonly documents: Documents;
  readonly corpora: Corpora;
  readonly corpusView: CorpusView;
  readonly localModel: LocalModel;
  readonly secrets: Secrets;
  readonly consent: Consent;
  readonly recent: RecentCalls;
  /** The folder of the pages of our forms. */
  readonly pages: string;
  /** A folder of the editor's own for this workspace. */
  readonly storage: string;
}
