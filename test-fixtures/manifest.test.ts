/** The manifest says what the code says: settings, commands, and what an untrusted workspace may not set. `UPDATE=1` rewrites the settings. */
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { commandIds } from '../extension/commands.ts';
import { type Setting, settings } from '../server/core/settings.ts';

const path = resolve(import.meta.dirname, '..', 'package.json');

const Command = z.object({ command: z.string() });
const Manifest = z.looseObject({
  engines: z.object({ vscode: z.string() }),
  main: z.string(),
  activationEvents: z.array(z.string()),
  capabilities: z.looseObject({
    untrustedWorkspaces: z.looseObject({ supported: z.string(), restrictedConfigurations: z.array(z.string()) }),
  }),
  contributes: z.looseObject({
    commands: z.array(Command.extend({ title: z.string(), category: z.string() })),
    menus: z.record(z.string(), z.array(Command.extend({ when: z.string() }))),
    keybindings: z.array(Command.extend({ key: z.string(), mac: z.string(), when: z.string() })),
    colors: z.array(z.object({ id: z.string(), defaults: z.record(z.string(), z.string()) })),
    configuration: z.object({ title: z.string(), properties: z.record(z.string(), z.unknown()) }),
  }),
});

const manifest = Manifest.parse(JSON.parse(readFileSync(path, 'utf8')));
const entries: readonly (readonly [string, Setting<unknown>])[] = Object.entries(settings);

/** What the manifest says of a setting. */
function property(setting: Setting<unknown>, order: number): object {
  return {
    ...typeOf(z.toJSONSchema(setting.schema)),
    default: setting.default,
    markdownDescription: setting.description,
    scope: setting.scope,
    order,
  };
}

const JsonSchema = z.looseObject({
  type: z.string().optional(),
  enum: z.array(z.string()).optional(),
  const: z.string().optional(),
  minimum: z.number().optional(),
  exclusiveMinimum: z.number().optional(),
  items: z.unknown().optional(),
  properties: z.unknown().optional(),
  additionalProperties: z.unknown().optional(),
});
const Union = z.object({ anyOf: z.array(JsonSchema) });

function typeOf(schema: unknown): object {
  const union = Union.safeParse(schema);
  if (union.success) {
    const values = union.data.anyOf.flatMap(each => each.enum ?? (each.const === undefined ? [] : [each.const]));
    return { type: 'string', enum: values };
  }
  const {
    type,
    enum: values,
    minimum,
    exclusiveMinimum,
    items,
    properties,
    additionalProperties,
  } = JsonSchema.parse(schema);
  const least = exclusiveMinimum === undefined ? minimum : exclusiveMinimum + 1;
  return {
    type,
    ...(values === undefined ? {} : { enum: values }),
    ...(items === undefined ? {} : { items }),
    ...(properties === undefined ? {} : { properties, additionalProperties }),
    ...(least === undefined || least <= Number.MIN_SAFE_INTEGER ? {} : { minimum: least }),
  };
}

const expected = Object.fromEntries(
  entries.map(([name, setting], order) => [`calledIt.${name}`, property(setting, order)]),
);
const restricted = entries.filter(([, setting]) => setting.restricted).map(([name]) => `calledIt.${name}`);

if (process.env['UPDATE'] === '1') {
  rewrite(['contributes', 'configuration', 'properties'], expected);
  rewrite(['capabilities', 'untrustedWorkspaces', 'restrictedConfigurations'], restricted);
}

/** Puts `value` at the place that the keys lead to, and leaves the rest of the manifest as it is. */
function rewrite(keys: readonly string[], value: unknown): void {
  const changed = replaced(JSON.parse(readFileSync(path, 'utf8')), keys, value);
  writeFileSync(path, `${JSON.stringify(changed, null, 2)}\n`);
}

function replaced(tree: unknown, [key, ...rest]: readonly string[], value: unknown): unknown {
  if (key === undefined) return value;
  const node = z.record(z.string(), z.unknown()).parse(tree);
  return { ...node, [key]: replaced(node[key], rest, value) };
}

test('the settings of the manifest are those of the code', () => {
  expect(manifest.contributes.configuration.properties).toEqual(expected);
});

test('an untrusted workspace may not name a program, an endpoint or a limit', () => {
  expect(manifest.capabilities.untrustedWorkspaces.supported).toBe('limited');
  expect(manifest.capabilities.untrustedWorkspaces.restrictedConfigurations).toEqual(restricted);
  expect(restricted).toEqual(
    expect.arrayContaining(['python', 'baseUrl', 'model', 'envFile'].map(name => `calledIt.${name}`)),
  );
});

test('the commands of the manifest are those of the code', () => {
  expect(manifest.contributes.commands.map(each => each.command)).toEqual([...commandIds]);
  expect(new Set(manifest.contributes.commands.map(each => each.category))).toEqual(new Set(['Called It']));
});

test('menus and keys name only commands that exist', () => {
  const named = [...Object.values(manifest.contributes.menus).flat(), ...manifest.contributes.keybindings];
  const known = new Set<string>(commandIds);
  expect(named.map(each => each.command).filter(each => !known.has(each))).toEqual([]);
});

test('the key is the same on every platform, and only where it can mean a call', () => {
  const [key] = manifest.contributes.keybindings;
  expect([key?.key, key?.mac]).toEqual(['ctrl+alt+r', 'ctrl+alt+r']);
  for (const condition of ['editorTextFocus', 'editorLangId == python', '!findWidgetVisible']) {
    expect(key?.when).toContain(condition);
  }
});

test('every colour has a default for dark, light and both high-contrast themes', () => {
  for (const { defaults } of manifest.contributes.colors) {
    expect(Object.keys(defaults).sort()).toEqual(['dark', 'highContrast', 'highContrastLight', 'light']);
  }
});

test('what runs or sends is kept from the palette of an untrusted workspace', () => {
  const palette = manifest.contributes.menus['commandPalette'] ?? [];
  for (const id of [
    'check',
    'chooseCall',
    'predictYourself',
    'debugCall',
    'checkAgain',
    'showPrompt',
    'testConnection',
  ]) {
    expect(palette.find(each => each.command === `calledIt.${id}`)?.when).toContain('isWorkspaceTrusted');
  }
});

test('no activation event starts the extension where there is no Python', () => {
  expect(manifest.activationEvents).toEqual(['onLanguage:python', 'onDebugResolve:called-it']);
});
