/** The corpora of the open folders: where they are, how checks are kept in them, and where they go when a folder cannot be written. */
import { isAbsolute, join } from 'node:path';
import * as vscode from 'vscode';
import type { Keeper } from '../server/core/checking.ts';
import { corpusElsewhere, Failure } from '../server/core/failure.ts';
import type { Settings } from '../server/core/settings.ts';
import { type Corpus, openCorpus } from '../server/corpus/corpus.ts';
import { openKeeper } from '../server/corpus/keeper.ts';
import { readSettings } from './settings.ts';

export class Corpora implements vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();

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
    return {
      freeze: async (probe, prediction) => {
        try {
          return await own.freeze(probe, prediction);
        } catch (error) {
          if (!(error instanceof Failure) || error.code !== 'corpusReadOnly') throw error;
          const frozen = await other.freeze(probe, prediction);
          frozenElsewhere.add(frozen.id);
          tell(corpusElsewhere(pathIn(folder, settings.corpus), this.elsewhere(folder).place.file, error));
          return frozen;
        }
      },
      drop: frozen => keeperFor(frozen.id).drop(frozen),
      append: async (frozen, finished) => {
        const record = await keeperFor(frozen.id).append(frozen, finished);
        this.changed.fire();
        return record;
      },
    };
  }

  /** Says that records were changed by someone else's hand. */
  refresh(): void {
    this.changed.fire();
  }

  dispose(): void {
    this.changed.dispose();
  }

  private elsewhere(folder: vscode.WorkspaceFolder): Corpus {
    return openCorpus(join(this.storage, 'corpora', encodeURIComponent(folder.uri.fsPath).slice(-120)));
  }
}

function pathIn(folder: vscode.WorkspaceFolder, corpus: string): string {
  return isAbsolute(corpus) ? corpus : join(folder.uri.fsPath, corpus);
}
