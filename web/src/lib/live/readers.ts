import type { LiveEvent } from '@waybill/contracts';
import { partOf } from '../format/part.js';

/** A visit in progress. */
export interface Reader {
  readonly visitId: string;
  /** Id of the file or bundle. */
  readonly targetId: string;
  /** Null until the first page was reported. */
  readonly page: number | null;
  readonly pageCount: number | null;
  /** City or country; empty if unknown. */
  readonly place: string;
  /** Address that the link asked for; null where it asked for none. */
  readonly email: string | null;
  readonly at: number;
}

export type Readers = ReadonlyMap<string, Reader>;

/**
 * Age after which a reader is dropped, if the end of the visit was missed. The server repeats a visible page once a
 * minute, and ends a visit a minute after its last report.
 */
const STALE_MS = 150_000;

/** Applies an event to the list of present readers. @param at time of the event by the clock of this browser */
export function readersAfter(readers: Readers, event: LiveEvent, at: number): Readers {
  // The owner is not shown as a reader.
  if (!('visitId' in event) || event.isOwner) return readers;
  const next = new Map(readers);
  const { visitId } = event;
  const targetId = event.fileId ?? event.bundleId ?? '';
  const known = next.get(visitId);
  switch (event.type) {
    case 'visit.started': {
      const place = event.city || event.country;
      next.set(visitId, { visitId, targetId, page: null, pageCount: null, place, email: event.email, at });
      break;
    }
    case 'visit.page': {
      const { page, pageCount } = event;
      const { place = '', email = null } = known ?? {};
      next.set(visitId, { visitId, targetId, page, pageCount, place, email, at });
      break;
    }
    case 'visit.ended':
      next.delete(visitId);
  }
  return next;
}

/** Readers of a file at `now`. */
export function readersOf(readers: Readers, targetId: string, now: number): Reader[] {
  return [...readers.values()].filter((reader) => reader.targetId === targetId && now - reader.at < STALE_MS);
}

/** Activities by kind of file; "reading" for all others. */
const activities: Readonly<Record<string, string>> = {
  video: 'watching now',
  audio: 'listening now',
  image: 'looking at it now',
};

/** Sentence such as "Someone in Berlin is reading page 3 now", with the e-mail address if the link asked for it. */
export function sentenceOfReaders(readers: readonly Reader[], mimeType: string): string | null {
  const [first] = readers;
  if (!first) return null;
  const activity = activities[mimeType.split('/', 1)[0] ?? ''];
  const known = readers.filter(({ page }) => page !== null);
  // Ignore readers without a page: they downloaded the file without opening its page, or opened the page just now.
  if (known.length > 0 && known.length < readers.length) return sentenceOfReaders(known, mimeType);
  if (readers.length > 1 && known.length === 0) return `${readers.length} people have just opened it`;
  if (readers.length > 1)
    return `${readers.length} people are ${activity ?? `reading now${pagesOf(readers)}`}`;
  const who = first.email ?? (first.place === '' ? 'Someone' : `Someone in ${first.place}`);
  const { page, pageCount } = first;
  if (page === null) return `${who} has just opened it`;
  if (activity === undefined) return `${who} is reading page ${page} now`;
  // Video and audio are reported by parts of their length.
  const where = pageCount === null || pageCount === 1 ? '' : `, at ${partOf(page, pageCount)}`;
  return `${who} is ${activity}${where}`;
}

/** Such as ", pages 1, 3". */
function pagesOf(readers: readonly Reader[]): string {
  const all = new Set(readers.flatMap(({ page }) => (page === null ? [] : [page])));
  const pages = [...all].sort((one, other) => one - other).slice(0, 5);
  return pages.length === 0 ? '' : `, ${pages.length === 1 ? 'page' : 'pages'} ${pages.join(', ')}`;
}
