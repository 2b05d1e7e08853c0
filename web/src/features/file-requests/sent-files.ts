import { DAY_MS, parseJson } from '@waybill/contracts';
import { z } from 'zod';
import { safeLocalStorage } from '../../lib/access/safe-storage.js';

const KEY = 'waybill.sent';
const MAX_NAMES = 500;
/** Time after the last file that was sent to a request, in milliseconds. The privacy policy names it. */
const LIFETIME_MS = 90 * DAY_MS;

const namesSchema = z.array(z.string());
const sentSchema = z.record(z.string(), z.object({ names: namesSchema, savedAt: z.number() }));
type Sent = z.infer<typeof sentSchema>;

/** Key of version 0.2, which kept the names of each request without a time. */
const oldKeyOf = (slug: string) => `${KEY}.${slug}`;

/** Names of the files that this browser sent to a file request. Senders see nothing else of their files afterwards. */
export function sentNames(slug: string, now = Date.now()): readonly string[] {
  return read(slug, now)[slug]?.names ?? [];
}

export function keepSentName(slug: string, name: string, now = Date.now()): void {
  const sent = read(slug, now);
  const names = [...(sent[slug]?.names ?? []), name].slice(-MAX_NAMES);
  write({ ...sent, [slug]: { names, savedAt: now } });
}

/** Reads the names of all requests, without those that are too old. Removes the old ones from the storage. */
function read(slug: string, now: number): Sent {
  const stored = sentSchema.safeParse(parseJson(safeLocalStorage.read(KEY) ?? '{}')).data ?? {};
  const sent = Object.fromEntries(
    Object.entries(stored).filter(([, { savedAt }]) => now - savedAt < LIFETIME_MS),
  );
  const old = namesSchema.safeParse(parseJson(safeLocalStorage.read(oldKeyOf(slug)) ?? 'null'));
  if (old.success) {
    sent[slug] = { names: old.data, savedAt: now };
    safeLocalStorage.remove(oldKeyOf(slug));
  }
  if (old.success || Object.keys(sent).length < Object.keys(stored).length) write(sent);
  return sent;
}

function write(sent: Sent): void {
  if (Object.keys(sent).length === 0) safeLocalStorage.remove(KEY);
  else safeLocalStorage.write(KEY, JSON.stringify(sent));
}
