import type { DeadLetter } from '@waybill/bus';

/** Live secrets that events carry to whoever mails them; a terminal is no place for them. */
const secrets = new Set(['token']);

const columns: readonly (readonly [heading: string, cell: (letter: DeadLetter) => string])[] = [
  ['DIED', ({ diedAt }) => diedAt.toISOString()],
  ['SERVICE', ({ consumer }) => consumer],
  ['EVENT', ({ event }) => event.type],
  ['ID', ({ eventId }) => eventId],
  ['TRIES', ({ attempts }) => String(attempts)],
  ['ERROR', ({ error }) => error.replace(/\n.*/s, '')],
];

/** One line for each letter, under a heading; columns as wide as they need to be. */
export function presentList(letters: readonly DeadLetter[]): string {
  const padded = columns.map(([heading, cell]) => {
    const cells = [heading, ...letters.map(cell)];
    const width = Math.max(...cells.map(({ length }) => length));
    return cells.map((text) => text.padEnd(width));
  });
  const lines = Array.from({ length: letters.length + 1 }, (_, line) => padded.map((cells) => cells[line]));
  return lines.map((cells) => cells.join('  ').trimEnd()).join('\n');
}

/** All there is to know about one letter. */
export function presentLetter({ consumer, eventId, attempts, diedAt, error, event }: DeadLetter): string {
  const hideSecrets = (key: string, value: unknown) => (secrets.has(key) ? '(hidden)' : value);
  return [
    `${event.type} ${eventId}`,
    `not taken by ${consumer} in ${attempts} tries, given up at ${diedAt.toISOString()}`,
    '',
    error,
    '',
    JSON.stringify(event, hideSecrets, 2),
  ].join('\n');
}
