/** The corpora of the open folders: where they are, how checks are kept in them, and where they go when a folder cannot be written. */
import { isAbsolute, join } from 'node:path';
import * as vscode from 'vscode';
import type { Keeper } from '../server/core/checking.ts';
import { corpusElsewhere, Failure } from '../server/core/failure.ts';
import { fingerprint } from '../server/core/fingerprint.ts';
import type { Settings } from '../server/core/settings.ts';
import { type Corpus, openCorpus } from '../server/corpus/corpus.ts';
import { openKeeper } from '../server/corpus/keeper.ts';
import type { PendingCheck } from '../server/corpus/pending.ts';
import { readSettings } from './settings.ts';

/** A prediction whose check never came to its end, and the corpus that has it. */
export interface Leftover {
  readonly corpus: Corpus;
  readonly check: PendingCheck;
}

export class Corpora implements vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  /** The ids of the checks of this window that are frozen and not over. */
  private readonly underWay = new Set<string>();

  /** Fires when a record was kept or removed here. */
  readonly onChange = this.changed.event;

  /** `storage`: a folder of the editor's own, for records that their workspace cannot take. */
  constructor(private readonly storage: string) {}

  /** The corpus of a folder, and the one that stands in for it. */
  of(folder: vscode.WorkspaceFolder): readonly Corpus[] {
    const { corpus } = readSettings(folder.uri);
    return [openCorpus(pathIn(folder, corpus)), this.elsewhere(folder)];
  }

  main(folder: vscode.WorkspaceFolder): Corpus {
    return openCorpus(pathIn(folder, readSettings(folder.uri).corpus));
  }

  /** Keeps in the folder's corpus; where that cannot be written, in the editor's own storage, and `tell` hears of it. */
  keeperOf(folder: vscode.WorkspaceFolder, settings: Settings, tell: (failure: Failure) => void): Keeper {
    const kept = settings.keep === 'mismatches' ? 'mismatches' : 'all';
    const workspace = folder.uri.fsPath;
    const own = openKeeper(openCorpus(pathIn(folder, settings.corpus)), workspace, kept);
    const other = openKeeper(this.elsewhere(folder), workspace, kept);
    const frozenElsewhere = new Set<string>();
    const keeperFor = (id: string): Keeper => (frozenElsewhere.has(id) ? other : own);
    const freeze: Keeper['freeze'] = async (probe, prediction) => {
      try {
        return await own.freeze(probe, prediction);
      } catch (error) {
        if (!(error instanceof Failure) || error.code !== 'corpusReadOnly') throw error;
        const frozen = await other.freeze(probe, prediction);
        frozenElsewhere.add(frozen.id);
        tell(corpusElsewhere(pathIn(folder, settings.corpus), this.elsewhere(folder).place.file, error));
        return frozen;
      }
    };
    return {
      freeze: async (probe, prediction) => {
        const frozen = await freeze(probe, prediction);
        this.underWay.add(frozen.id);
        return frozen;
      },
      drop: async frozen => {
        await keeperFor(frozen.id).drop(frozen);
        this.underWay.delete(frozen.id);
      },
      append: async (frozen, finished) => {
        const record = await keeperFor(frozen.id).append(frozen, finished);
        this.underWay.delete(frozen.id);
        this.changed.fire();
        return record;
      },
    };
  }

  /** Keeps what a corpus of the folder has pending. */
  finisherOf(corpus: Corpus, folder: vscode.WorkspaceFolder): Keeper {
    const keeper = openKeeper(corpus, folder.uri.fsPath, 'all');
    return {
      ...keeper,
      append: async (frozen, finished) => {
        const record = await keeper.append(frozen, finished);
        this.changed.fire();
        return record;
      },
    };
  }

  /** What a folder has frozen and nobody completes. */
  async unfinished(folder: vscode.WorkspaceFolder): Promise<readonly Leftover[]> {
    const pending = this.of(folder).map(async corpus => (await corpus.pending()).map(check => ({ corpus, check })));
    return (await Promise.all(pending)).flat().filter(({ check }) => !this.underWay.has(check.id));
  }

  /** Says that records were changed by someone else's hand. */
  refresh(): void {
    this.changed.fire();
  }

  dispose(): void {
    this.changed.dispose();
  }

  private elsewhere(folder: vscode.WorkspaceFolder): Corpus {
    const { name, uri } = folder;
    return openCorpus(join(this.storage, 'corpora', `${name}-${fingerprint(uri.fsPath).slice(0, 8)}`));
  }
}

function pathIn(folder: vscode.WorkspaceFolder, corpus: string): string {
  return isAbsolute(corpus) ? corpus : join(folder.uri.fsPath, corpus);
}
