import { setTimeout as sleep } from 'node:timers/promises';

const VISITOR = /Ledger\/(\d+)$/;
const SETTLE_MS = 600_000;
const POLL_MS = 2_000;
const AGAIN_MS = 10_000;

/** Entries that must be stored, by the number of each visitor. */
export class Ledger {
  /** @param {number} visitors */
  constructor(visitors) {
    this.people = new Uint8Array(visitors);
    this.bots = new Uint8Array(visitors);
    this.mayBe = new Uint8Array(visitors);
  }

  note(n, { people, bots, mayBe }) {
    this.people[n] = people;
    this.bots[n] = bots;
    this.mayBe[n] = Math.min(255, mayBe);
  }

  /** Entries that must be stored. */
  get expected() {
    return sum(this.people) + sum(this.bots);
  }

  /** Attempts whose answer was lost, so that only the stored entries tell whether they were counted. */
  get uncertain() {
    return sum(this.mayBe);
  }
}

/**
 * Compares the stored entries with the ledger, visitor by visitor, and each report with its entries.
 * @param {Ledger} ledger
 * @param {readonly { id: string }[]} files
 * @param {(path: string) => Promise<Response>} get a call of the owner
 */
export async function compare(ledger, files, get) {
  await settle(ledger, files, get);
  let stored = await readEntries(ledger, files, get);
  // Entries of bots, which no total counts, may come after those of people.
  for (let again = 0; again < 5 && stored.found < ledger.expected; again++) {
    await sleep(AGAIN_MS);
    stored = await readEntries(ledger, files, get);
  }
  const { people, bots, found, off } = stored;
  let visitorsOff = 0;
  for (let n = 0; n < people.length; n++) {
    const isRight =
      bots[n] === ledger.bots[n] &&
      people[n] >= ledger.people[n] &&
      people[n] <= ledger.people[n] + ledger.mayBe[n];
    if (isRight) continue;
    visitorsOff++;
    off.push(
      `Visitor ${n}: ${people[n]} entries of people and ${bots[n]} of bots instead of ${ledger.people[n]} and ${ledger.bots[n]}`,
    );
  }
  return { found, off, visitorsOff };
}

/** Counts the stored entries of each visitor, file by file, so that one export is in memory at a time. */
async function readEntries(ledger, files, get) {
  const people = new Uint8Array(ledger.people.length);
  const bots = new Uint8Array(ledger.people.length);
  const off = [];
  let found = 0;
  for (const { id } of files) {
    const entries = await (await get(`/api/files/${id}/analytics/export?format=json&include=bots`)).json();
    found += entries.length;
    if (new Set(entries.map((entry) => entry.id)).size !== entries.length)
      off.push(`${id}: an entry is twice in the export`);
    let ofPeople = 0;
    for (const { userAgent, isBot } of entries) {
      const n = Number(VISITOR.exec(userAgent)?.[1] ?? -1);
      if (n < 0 || n >= people.length) off.push(`${id}: an entry of ${userAgent}`);
      else (isBot ? bots : people)[n]++;
      if (!isBot) ofPeople++;
    }
    off.push(...(await totalsOff(id, ofPeople, get)));
  }
  return { people, bots, found, off };
}

/** Waits until no more views of people arrive, and all that must be there have. */
async function settle(ledger, files, get) {
  const deadline = Date.now() + SETTLE_MS;
  const mustBe = sum(ledger.people);
  for (let before = -1; Date.now() < deadline;) {
    let views = 0;
    for (const { id } of files)
      views += (await (await get(`/api/files/${id}/analytics`)).json()).summary.totalViews;
    if (views >= mustBe && views === before) return;
    before = views;
    await sleep(POLL_MS);
  }
}

/** Every number that Waybill shows of a file must be the number of its entries. */
async function totalsOff(id, views, get) {
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
