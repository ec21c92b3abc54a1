/** Variables that the OpenAI client would read on its own: a key or an address must come from the settings alone. */

/** Takes them out of an environment, however they are written: Windows does not tell the cases apart. */
export function scrub(environment: Record<string, string | undefined>): void {
  for (const name of Object.keys(environment)) if (/^openai_/i.test(name)) delete environment[name];
}
