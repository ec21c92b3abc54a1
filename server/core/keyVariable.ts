/** What the setting for the API key's environment variable holds: the name of one, or by mistake a key itself. */

export type KeyVariable =
  | { readonly kind: 'none' }
  | { readonly kind: 'name'; readonly name: string }
  /** A key that stands where only a name should. */
  | { readonly kind: 'key'; readonly key: string };

/** Reads `NAME`, or `${env:NAME}` as elsewhere in the editor's settings. Any other text is taken for a key, so that it is told to nobody. */
export function readKeyVariable(setting: string): KeyVariable {
  const text = setting.trim();
  if (text === '') return { kind: 'none' };
  const name = /^\$\{env:([^}]+)\}$/.exec(text)?.[1] ?? text;
  return /^[A-Za-z_]\w*$/.test(name) && !looksLikeKey(name) ? { kind: 'name', name } : { kind: 'key', key: text };
}

/** Names of variables are short, or have no small letters, or no digits among them. */
function looksLikeKey(name: string): boolean {
  return name.length >= 20 && /[a-z]/.test(name) && /\d/.test(name);
}
