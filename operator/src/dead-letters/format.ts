import type { DeadLetter } from '@waybill/bus';

/** Fields of events with live secrets, such as the token of a password reset. Never printed. */
export const secretFields: ReadonlySet<string> = new Set(['token', 'activationToken', 'mailToken', 'code']);

const columns: readonly (readonly [heading: string, cell: (letter: DeadLetter) => string])[] = [
  ['DIED', ({ diedAt }) => diedAt.toISOString()],
  ['SERVICE', ({ consumer }) => consumer],
  ['EVENT', ({ event }) => event.type],
  ['ID', ({ eventId }) => eventId],
  ['TRIES', ({ attempts }) => String(attempts)],
  ['ERROR', ({ error }) => error.replace(/\n.*/s, '')],
];

/** A table with one line for each letter. */
export function formatList(letters: readonly DeadLetter[]): string {
  const padded = columns.map(([heading, cell]) => {
    const cells = [heading, ...letters.map(cell)];
    const width = Math.max(...cells.map(({ length }) => length));
    return cells.map((text) => text.padEnd(width));
  });
  const lines = Array.from({ length: letters.length + 1 }, (_, line) => padded.map((cells) => cells[line]));
  return lines.map((cells) => cells.join('  ').trimEnd()).join('\n');
}

/** The whole event with its error; secrets are hidden. */
export function formatLetter({ consumer, eventId, attempts, diedAt, error, event }: DeadLetter): string {
  const hideSecrets = (key: string, value: unknown) => (secretFields.has(key) ? '(hidden)' : value);
  return [
    `${event.type} ${eventId}`,
    `dead-lettered for ${consumer} at ${diedAt.toISOString()}, after ${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}`,
    '',
    error,
    '',
    JSON.stringify(event, hideSecrets, 2),
  ].join('\n');
}
