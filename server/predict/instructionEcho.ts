/**
 * Replies that speak of instructions as code does which wants to lead a model astray: a sign that the model read data as orders. They
 * are marked and nothing more, since a reply is only ever read as data; and a function may return such words.
 */

const signs: readonly RegExp[] = [
  /\b(?:ignor(?:e|ing)|disregard(?:ing)?|forget|overrid(?:e|ing)|bypass(?:ing)?)\b[^.\n]{0,30}\b(?:previous|prior|above|earlier|preceding|all|any|your|my|these|those|other)\b[^.\n]{0,30}\b(?:instructions?|prompts?|rules|directions|guidelines|system messages?)\b/i,
  /\b(?:new|updated|hidden|secret) (?:system )?instructions?\b/i,
  /\b(?:reveal|repeat|print|show|output|leak)\b[^.\n]{0,20}\b(?:system prompt|(?:your|my|the) instructions)\b/i,
  /\byou are (?:now|no longer) (?:an?|the|in|bound|acting)\b/i,
  /\b(?:as|like) (?:the |a |this )?(?:comment|docstring|code|string|text) (?:instructs?|tells?|asks?|orders?|says?)\b/i,
  /\b(?:comment|docstring|code|string|text) (?:instructs?|tells?|asks?|orders?) (?:me|you|us|the model)\b/i,
  /\b(?:developer|jailbreak|god|DAN) mode\b|\bjailbreak/i,
  /<\|im_start\|>\s*system|<<SYS>>|<\/?system>|\[\/?SYSTEM\]/,
];

/** Whether a reply has one of a small list of such phrases. */
export function echoesInstruction(text: string): boolean {
  return signs.some(sign => sign.test(text));
}
