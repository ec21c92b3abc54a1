/** How many requests a server is sent at a time, unless the user says. */
import * as z from 'zod';
import type { Address } from './address.ts';

const patienceMs = 1000;
/** What llama.cpp's server says of itself. */
const Properties = z.object({ total_slots: z.int().positive() });

/** One on this machine and in a private network, where most servers do one thing after the other. */
export function usualPlaces({ isPrivate }: Pick<Address, 'isPrivate'>): number {
  return isPrivate ? 1 : 4;
}

/** The same, but by the word of a server nearby that says how many it takes. */
export async function placesAt(address: Address, signal: AbortSignal): Promise<number> {
  if (!address.isPrivate) return usualPlaces(address);
  try {
    const patience = AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]);
    const response = await fetch(new URL('/props', address.baseUrl), { signal: patience, redirect: 'error' });
    return Properties.parse(await response.json()).total_slots;
  } catch {
    // Other servers do not know the question: one request at a time is what all of them can do.
    return usualPlaces(address);
  }
}
