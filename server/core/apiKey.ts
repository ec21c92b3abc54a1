/** What a text must be to be sent as an API key: in a header, where only plain visible characters can stand. */

/** Why a key can never be sent, with what to do; empty where it can. Blanks around it do not count, and no text is no key. */
export function keyFault(typed: string): string {
  const key = typed.trim();
  if (/^(["'`]).*\1$|^[“”‘’«»]|[“”‘’«»]$/s.test(key)) {
    return 'The API key is in quotes, which are no part of it: leave them out.';
  }
  if (/^(Bearer\s|Authorization:)/i.test(key)) {
    return 'The API key begins with the name of its header: leave that out, and keep the key alone.';
  }
  return /^[\x21-\x7e]*$/.test(key)
    ? ''
    : 'The API key holds a character that no key has (a line break, a space or a letter that is not plain ASCII): copy it again.';
}

/** A message as it may stand in a log of messages: the fields that hold keys are hidden, and so are credentials of a proxy. */
export function withoutKeys(message: string): string {
  return message
    .replace(/("apiKey":\s*")(?:[^"\\]|\\.)+"/g, '$1(hidden)"')
    .replace(/("proxy":\s*"\w+:\/\/)[^"@/]+@/g, '$1(hidden)@');
}
