import { z } from 'zod';
import { safeLocalStorage } from '../../lib/access/safe-storage.js';

const MAX_NAMES = 500;
const namesSchema = z.array(z.string());
const keyOf = (slug: string) => `waybill.sent.${slug}`;

/** Names of the files that this browser sent to a file request. Senders see nothing else of their files afterwards. */
export function sentNames(slug: string): readonly string[] {
  try {
    return namesSchema.parse(JSON.parse(safeLocalStorage.read(keyOf(slug)) ?? '[]'));
  } catch {
    return [];
  }
}

export function keepSentName(slug: string, name: string): void {
  const names = [...sentNames(slug), name].slice(-MAX_NAMES);
  safeLocalStorage.write(keyOf(slug), JSON.stringify(names));
}
