/** What a command says before code leaves the machine: it asks nobody, since nobody may be there to answer. */
import { hostOf, isLoopback } from '../core/hosts.ts';
import type { Endpoint } from '../core/messages.ts';
import type { ContextManifest } from '../core/prediction.ts';
import { shownPlaces } from '../core/shownPlaces.ts';
import { visible } from '../core/visible.ts';
import type { Surroundings } from './answer.ts';

export type Announce = (endpoint: Endpoint, manifest: ContextManifest) => void;

/** Says on stderr, once a host, what is sent there that is not this machine. */
export function announcer({ terminal }: Surroundings): Announce {
  const told = new Set<string>();
  return ({ baseUrl, model }, manifest) => {
    const host = hostOf(baseUrl);
    if (isLoopback(baseUrl) || told.has(host)) return;
    told.add(host);
    const places = shownPlaces(manifest);
    const code = places === '' ? 'no code around it' : `the code of ${places}`;
    terminal.messages.write(
      visible(`called-it: ${model} at ${host} is sent the call, ${code}, and our instructions; `) +
        '`predict --show-prompt` shows all of it and sends nothing.\n',
    );
  };
}
