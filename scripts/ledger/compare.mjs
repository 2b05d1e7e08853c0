import { setTimeout as sleep } from 'node:timers/promises';
import { elementsOf } from './json-array.mjs';
import { kindOf } from './visits.mjs';

const VISITOR = /Ledger\/(\d+)$/;
/** `quietMs`: gives up after this time without a new entry, because processes may still work off what was sent. */
const WAITS = { quietMs: 300_000, pollMs: 2_000, againMs: 10_000 };
const MAX_LINES = 20;

/** Entries that must be stored, by the number of each visitor. */
export class Ledger {
  /** @param {number} visitors */
  constructor(visitors) {
    this.people = new Uint8Array(visitors);
    this.bots = new Uint8Array(visitors);
    this.mayBe = new Uint8ClampedArray(visitors);
  }

  note(n, { people, bots, mayBe }) {
    this.people[n] = people;
    this.bots[n] = bots;
    this.mayBe[n] = mayBe;
  }

  /** Entries that must be stored. */
  get expected() {
    return sum(this.people) + sum(this.bots);
  }

  /** Attempts whose answer was lost, so that only the stored entries show whether they were counted. */
  get uncertain() {
    return sum(this.mayBe);
  }
}

/** Number of differences, with the first of them in words. */
class Differences {
  count = 0;
  lines = [];

  add(line) {
    if (this.count++ < MAX_LINES) this.lines.push(line);
  }
}

/**
 * Compares the stored entries with the ledger, visitor by visitor, and each report with its entries.
 * @param {Ledger} ledger
 * @param {readonly { id: string }[]} files
 * @param {(path: string) => Promise<Response>} get a call of the owner
 * @param {typeof WAITS} [waits]
 * @returns number of entries found, the differences, the number of visitors with a difference, and the same by kind
 */
export async function compare(ledger, files, get, waits = WAITS) {
  await settle(ledger, files, get, waits);
  let stored = await readEntries(ledger, files, get);
  // Entries of bots may arrive later than those of people. `settle` cannot wait for them, as no total counts them.
  for (let again = 0; again < 5 && stored.found < ledger.expected; again++) {
    await sleep(waits.againMs);
    stored = await readEntries(ledger, files, get);
  }
  const { people, bots, found, differences } = stored;
  const kinds = {};
  let differingVisitors = 0;
  for (let n = 0; n < people.length; n++) {
    const kind = (kinds[kindOf(n)] ??= { people: 0, bots: 0, differing: 0 });
    kind.people += people[n];
    kind.bots += bots[n];
    const isRight =
      bots[n] === ledger.bots[n] &&
      people[n] >= ledger.people[n] &&
      people[n] <= ledger.people[n] + ledger.mayBe[n];
    if (isRight) continue;
    differingVisitors++;
    kind.differing++;
    differences.add(
      `Visitor ${n} (${kindOf(n)}): ${people[n]} entries of people and ${bots[n]} of bots instead of ${ledger.people[n]} and ${ledger.bots[n]}`,
    );
  }
  return { found, differences, differingVisitors, kinds };
}

/** Counts the stored entries of each visitor, file by file, as their export arrives. */
async function readEntries(ledger, files, get) {
  // Clamped: 257 entries must not wrap around to 1, which would look right.
  const people = new Uint8ClampedArray(ledger.people.length);
  const bots = new Uint8ClampedArray(ledger.people.length);
  const differences = new Differences();
  let found = 0;
  for (const { id } of files) {
    const ids = new Set();
    let ofFile = 0;
    let ofPeople = 0;
    const { body } = await get(`/api/files/${id}/analytics/export?format=json&include=bots`);
    for await (const entry of elementsOf(body)) {
      const { userAgent, isBot } = entry;
      ofFile++;
      ids.add(entry.id);
      const n = Number(VISITOR.exec(userAgent)?.[1] ?? -1);
      if (n < 0 || n >= people.length) differences.add(`${id}: an entry of ${userAgent}`);
      else (isBot ? bots : people)[n]++;
      if (!isBot) ofPeople++;
    }
    found += ofFile;
    if (ids.size !== ofFile) differences.add(`${id}: an entry is twice in the export`);
    for (const line of await differingTotals(id, ofPeople, get)) differences.add(line);
  }
  return { people, bots, found, differences };
}

/** Waits until all expected views of people have arrived and no more come, or until `quietMs` without a new view. */
async function settle(ledger, files, get, { quietMs, pollMs }) {
  const mustBe = sum(ledger.people);
  let newsAt = Date.now();
  for (let before = -1; Date.now() < newsAt + quietMs;) {
    let views = 0;
    for (const { id } of files)
      views += (await (await get(`/api/files/${id}/analytics`)).json()).summary.totalViews;
    if (views >= mustBe && views === before) return;
    if (views !== before) newsAt = Date.now();
    before = views;
    await sleep(pollMs);
  }
}

/** Compares every number of views that Waybill shows of a file with `views`. @returns a sentence for each difference */
async function differingTotals(id, views, get) {
  const report = await (await get(`/api/files/${id}/analytics`)).json();
  const { viewCount } = await (await get(`/api/files/${id}`)).json();
  const count = (breakdown) => breakdown.reduce((total, row) => total + row.count, 0);
  const shown = {
    'the summary': report.summary.totalViews,
    'the list of files': viewCount,
    'the curve': report.series.at(-1)?.views ?? 0,
    'the countries': count(report.countries),
    'the links': count(report.links),
    'the devices': count(report.devices),
  };
  return Object.entries(shown).flatMap(([name, number]) =>
    number === views ? [] : [`${id}: ${name} says ${number} and there are ${views} entries`],
  );
}

function sum(numbers) {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
}
