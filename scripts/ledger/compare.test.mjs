import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compare, Ledger } from './compare.mjs';

const waits = { quietMs: 20, pollMs: 1, againMs: 1 };
const entry = (id, visitor, isBot = false) => ({ id, userAgent: `Firefox Ledger/${visitor}`, isBot });

/** Two people, a bot, a visitor who was refused, and one whose first answer was lost. */
function ledgerOfFive() {
  const ledger = new Ledger(5);
  const must = [
    { people: 1, bots: 0, mayBe: 0 },
    { people: 1, bots: 0, mayBe: 0 },
    { people: 0, bots: 1, mayBe: 0 },
    { people: 0, bots: 0, mayBe: 0 },
    { people: 1, bots: 0, mayBe: 1 },
  ];
  for (const [n, entries] of must.entries()) ledger.note(n, entries);
  return ledger;
}

const right = [entry('a', 0), entry('b', 1), entry('c', 2, true), entry('d', 4)];

/** A Waybill that has these entries of one file, and shows their number, or `views`. */
function waybillWith(entries, views = entries.filter(({ isBot }) => !isBot).length) {
  const rows = [{ count: views }];
  const report = {
    summary: { totalViews: views },
    series: [{ views }],
    countries: rows,
    links: rows,
    devices: rows,
  };
  return (path) => {
    if (path.includes('/export')) return new Response(JSON.stringify(entries));
    return new Response(JSON.stringify(path.endsWith('/analytics') ? report : { viewCount: views }));
  };
}

const compared = (entries, views) =>
  compare(ledgerOfFive(), [{ id: 'file' }], waybillWith(entries, views), waits);

test('the ledger reports no difference when exactly the visits are stored', async () => {
  const { differences, found, differingVisitors } = await compared(right);
  assert.deepEqual([differences.count, found, differingVisitors], [0, 4, 0]);
});

test('the ledger accepts one more entry for each lost answer, and no second', async () => {
  assert.equal((await compared([...right, entry('e', 4)])).differences.count, 0);
  assert.equal((await compared([...right, entry('e', 4), entry('f', 4)])).differences.count, 1);
});

for (const [title, entries] of [
  ['a visit that is lost', right.slice(1)],
  ['a visit that is stored twice', [...right, entry('e', 0)]],
  ['a bot that is taken for a person', [...right.slice(0, 2), entry('c', 2), right[3]]],
  ['a person who is taken for a bot', [entry('a', 0, true), ...right.slice(1)]],
  ['an entry of a visitor who was refused', [...right, entry('e', 3)]],
  ['an entry of a visitor that was never sent', [...right, entry('e', 5)]],
  ['257 entries of one visitor', [...right, ...Array.from({ length: 256 }, (_, n) => entry(`e${n}`, 0))]],
  ['an entry that is twice in the export', [...right, entry('d', 4)]],
])
  test(`the ledger reports a difference for ${title}`, async () => {
    const { differences } = await compared(entries);
    assert.equal(differences.count, differences.lines.length);
    assert.equal(differences.count, 1);
  });

test('the ledger reports each number that differs from the entries', async () => {
  const { differences, differingVisitors } = await compared(right, 4);
  assert.deepEqual([differences.count, differingVisitors], [6, 0]);
});
