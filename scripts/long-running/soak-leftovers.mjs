import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Tables whose rows outlive their file or event, each with the time or event after which the rows are deleted. */
const kept = [
  // 30 days: ids of applied events.
  /\.inbox$/,
  // The end of the account: its sessions, devices and notifications.
  /^auth\./,
  /^sharing\.(notifications|notification_settings)$/,
  // Three days after they were sent.
  /^sharing\.mails$/,
  // The window in which a second visit of the same visitor does not count.
  /^files\.visit_windows$/,
  /^sharing\.notified_visitors$/,
  // Six minutes after the event.
  /^analytics\.live_events$/,
  // The number of views of a deleted file, for events that arrive late.
  /^analytics\.records$/,
  // 30 days: ids of deleted files and bundles, for events that arrive late.
  /^sharing\.targets$/,
  // Limited by number instead of time: the last jobs and events of each queue.
  /^bullmq\./,
];

/** Expires the leases of uploads: a finished resumable upload keeps its row for an hour, an aborted one two minutes. */
export async function endLeases(database) {
  await database.query('UPDATE files.uploads SET lease_until = now()');
}

/** @returns {Promise<Map<string, number>>} number of rows of each table */
export async function rowCounts(database) {
  const { rows } = await database.query(
    `SELECT schemaname || '.' || tablename AS name FROM pg_tables
     WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
  );
  const counts = new Map();
  for (const { name } of rows) {
    const counted = await database.query(`SELECT count(*)::int AS count FROM ${name}`);
    counts.set(name, counted.rows[0].count);
  }
  return counts;
}

/** @returns {Promise<Map<string, number>>} the tables that have more rows than before, with the number of new rows */
export async function newRows(database, before) {
  const after = await rowCounts(database);
  return new Map(
    [...after]
      .map(([name, count]) => [name, count - (before.get(name) ?? 0)])
      .filter(([, added]) => added > 0),
  );
}

export const isKept = (table) => kept.some((pattern) => pattern.test(table));

/** Temporary files, without those of the Node runtime and the port claims of a starting cluster. */
export function temporaryFiles(folder) {
  return readdirSync(folder)
    .filter((name) => !/node-compile|\.s\.|^waybill-test-ports/.test(name))
    .flatMap((name) => filesBelow(join(folder, name)));
}

function filesBelow(path) {
  try {
    return readdirSync(path, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => join(path, name));
  } catch {
    return [];
  }
}
