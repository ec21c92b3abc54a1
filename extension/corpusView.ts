/** The view **Corpus**: the records of the open folders by verdict and target. */
import { stat } from 'node:fs/promises';
import * as vscode from 'vscode';
import * as z from 'zod';
import type { Log } from '../server/core/log.ts';
import type { CheckRecord } from '../server/core/record.ts';
import { type Inventory, openInventory } from '../server/corpus/inventory.ts';
import type { Corpora } from './corpora.ts';
import { childrenOf, type Node, rootsOf, type Source, summaryOf, verdictNames } from './corpusTree.ts';
import { readSettings } from './settings.ts';

export type RecordNode = Extract<Node, { kind: 'record' }>;

const Named = z.object({ kind: z.literal('record'), entry: z.object({ id: z.string() }) });

export class CorpusView implements vscode.TreeDataProvider<Node>, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<undefined>();
  readonly onDidChangeTreeData = this.changed.event;
  private readonly inventories = new Map<string, Inventory>();
  /** By id. A row that is drawn anew can be clicked before it is here again, so that none is taken out. */
  private readonly records = new Map<string, RecordNode>();
  private readonly view: vscode.TreeView<Node>;
  private readonly parts: readonly vscode.Disposable[];

  constructor(
    private readonly corpora: Corpora,
    private readonly log: Log,
  ) {
    const watcher = vscode.workspace.createFileSystemWatcher('**/corpus.jsonl');
    this.view = vscode.window.createTreeView('calledIt.corpus', { treeDataProvider: this, showCollapseAll: true });
    this.parts = [
      this.view,
      watcher,
      watcher.onDidChange(() => this.refresh()),
      watcher.onDidCreate(() => this.refresh()),
      watcher.onDidDelete(() => this.refresh()),
      corpora.onChange(() => this.refresh()),
      vscode.workspace.onDidChangeWorkspaceFolders(() => this.refresh()),
    ];
  }

  refresh(): void {
    this.changed.fire(undefined);
  }

  async getChildren(node?: Node): Promise<Node[]> {
    if (node !== undefined) return this.known(childrenOf(node));
    const sources = await this.sources();
    this.tell(sources, await this.unfinished());
    return [...rootsOf(sources)];
  }

  getTreeItem(node: Node): vscode.TreeItem {
    switch (node.kind) {
      case 'source':
        return folded(node.source.name, '', new vscode.ThemeIcon('folder'), node.source.name);
      case 'verdict': {
        const name = verdictNames[node.verdict] ?? node.verdict;
        return folded(name, String(node.count), iconOf(node.verdict), `${node.source.name}/${node.verdict}`);
      }
      case 'target': {
        const label = node.name || node.file || 'no name';
        const id = `${node.source.name}/${node.verdict}/${node.file}/${node.name}`;
        const place = node.name === '' ? '' : node.file;
        return folded(label, `${place} ${node.count}`.trim(), new vscode.ThemeIcon('symbol-function'), id);
      }
      case 'record':
        return recordItem(node);
    }
  }

  /** The node that a command was called with, if it is one of this view. */
  nodeOf(argument: unknown): RecordNode | undefined {
    const named = Named.safeParse(argument);
    return named.success ? this.records.get(named.data.entry.id) : undefined;
  }

  /** The whole record of a node. Throws a failure where its line cannot be read. */
  async recordOf({ source, entry }: RecordNode): Promise<CheckRecord | undefined> {
    const record = await source.inventory.record(entry);
    return record.kind === 'check' ? record : undefined;
  }

  dispose(): void {
    for (const part of this.parts) part.dispose();
    for (const inventory of this.inventories.values()) inventory.close();
  }

  private known(nodes: readonly Node[]): Node[] {
    for (const node of nodes) if (node.kind === 'record') this.records.set(node.entry.id, node);
    return [...nodes];
  }

  private tell(sources: readonly Source[], unfinished: number): void {
    const keepsAll = (vscode.workspace.workspaceFolders ?? []).every(({ uri }) => readSettings(uri).keep === 'all');
    const broken = sources.reduce((total, { inventory }) => total + inventory.broken(), 0);
    const lines = broken === 1 ? '1 line of the corpus' : `${broken} lines of the corpus`;
    const unread =
      broken === 0 ? [] : [`${lines} cannot be read; the others are shown. Open the Corpus File to mend it.`];
    const left = unfinished === 1 ? '1 check was' : `${unfinished} checks were`;
    const leftovers =
      unfinished === 0 ? [] : [`${left} never finished: Look After Unfinished Checks, in the menu above.`];
    const said = [summaryOf(sources, keepsAll), ...unread, ...leftovers].filter(text => text !== '').join(' · ');
    this.view.message = said === '' ? undefined : said;
    if (broken > 0) this.log.warn(`${lines} cannot be read.`);
  }

  private async unfinished(): Promise<number> {
    const folders = vscode.workspace.workspaceFolders ?? [];
    const left = await Promise.all(folders.map(folder => this.corpora.unfinished(folder)));
    return left.flat().length;
  }

  private async sources(): Promise<readonly Source[]> {
    const folders = vscode.workspace.workspaceFolders ?? [];
    const places = folders.flatMap(folder =>
      this.corpora.of(folder).map(({ place }, index) => ({
        name: index === 0 ? folder.name : `${folder.name} (kept outside the folder)`,
        folder,
        file: place.file,
      })),
    );
    const sources = await Promise.all(places.map(place => this.source(place)));
    return sources.flat().filter(({ inventory }) => inventory.count({ kind: 'check' }) + inventory.broken() > 0);
  }

  private async source({ name, folder, file }: Omit<Source, 'inventory'>): Promise<readonly Source[]> {
    const isThere = await stat(file).then(
      () => true,
      () => false,
    );
    if (!isThere) return [];
    const known = this.inventories.get(file);
    const inventory = known ?? (await openInventory(file));
    if (known !== undefined) await known.refresh();
    this.inventories.set(file, inventory);
    return [{ name, folder, file, inventory }];
  }
}

function folded(label: string, description: string, icon: vscode.ThemeIcon, id: string): vscode.TreeItem {
  const item = new vscode.TreeItem(label, vscode.TreeItemCollapsibleState.Expanded);
  item.id = id;
  item.description = description;
  item.iconPath = icon;
  return item;
}

function recordItem(node: RecordNode): vscode.TreeItem {
  const { entry } = node;
  const { expression, confidence, model, at, notes, tags } = entry;
  const [predicted, actual] = [entry.predicted, entry.actual].map(text => text.replace(/\bbuiltins\./g, ''));
  const sure = confidence < 0 ? '' : ` (${Math.round(confidence * 100)} %)`;
  const item = new vscode.TreeItem(expression);
  item.id = `${node.source.name}/${entry.id}`;
  const sides = entry.verdict === 'right' ? `${actual}${sure}` : `${predicted || 'nothing'}${sure} · really ${actual}`;
  item.description = [...(entry.comparisonWrong ? ['disputed'] : []), ...tags.map(tag => `#${tag}`), sides].join(' · ');
  item.tooltip = tooltipOf([
    expression,
    `predicted: ${predicted || 'nothing'}${sure}`,
    `really: ${actual}`,
    `${model || entry.predictorKind} · ${new Date(at).toLocaleString()}`,
    ...(tags.length === 0 ? [] : [`tags: ${tags.join(', ')}`]),
    ...(notes === 0 ? [] : [notes === 1 ? '1 note' : `${notes} notes`]),
    ...(entry.comparisonWrong ? ['the comparison was wrong, as people said'] : []),
  ]);
  item.iconPath = iconOf(entry.verdict);
  item.contextValue = entry.comparisonWrong ? 'record disputed' : 'record';
  item.accessibilityInformation = {
    label: `${verdictNames[entry.verdict] ?? entry.verdict}: ${expression}, predicted ${predicted}, really ${actual}`,
  };
  item.command = { title: 'Go to the Call', command: 'calledIt.openSource', arguments: [node] };
  return item;
}

function tooltipOf(lines: readonly string[]): vscode.MarkdownString {
  const markdown = new vscode.MarkdownString();
  for (const line of lines) markdown.appendText(`${line}\n`);
  return markdown;
}

const icons: Readonly<Record<string, readonly [icon: string, colour: string]>> = {
  right: ['pass', 'calledIt.rightForeground'],
  wrong: ['error', 'calledIt.wrongForeground'],
  undecided: ['question', 'calledIt.undecidedForeground'],
  noAnswer: ['circle-slash', 'calledIt.undecidedForeground'],
};

function iconOf(verdict: string): vscode.ThemeIcon {
  const [icon, colour] = icons[verdict] ?? ['circle-outline', 'calledIt.pendingForeground'];
  return new vscode.ThemeIcon(icon, new vscode.ThemeColor(colour));
}
