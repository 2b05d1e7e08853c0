import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { buildIfNeeded } from './build-if-needed.mjs';
import { measure, median, programsBelow } from './long-running/measure.mjs';
import { SoakClients } from './long-running/soak-clients.mjs';
import { logIn, newAccount, startCluster, startWaybill } from './long-running/waybill-process.mjs';

/**
 * `npm run soak -- --minutes N [--cluster]`: mixed load on a Waybill of its own: uploads, resumable uploads, downloads by
 * ranges, visits, log-ins, deletions, aborted and stalled transfers. Fails for an unexpected answer, an error in the log,
 * memory that grows by more than a tenth after the warm-up, and descriptors, rows, objects or temporary files left over.
 */
const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '10' }, cluster: { type: 'boolean', default: false } },
});
const runMs = Number(values.minutes) * 60_000;
const WARM_UP = 0.3;
const SAMPLE_MS = 2_000;
const SETTLE_MS = 240_000;
const MAX_GROWTH = 1.1;
/** Connections that stay open, and collections that have not run yet. */
const SPARE_DESCRIPTORS = 20;
/** Rows of these tables end with what they are about. */
const transient = ['files.uploads', 'files.reservations', 'files.discarded_objects', 'files.files'];

buildIfNeeded();
const { startPostgres } = await import('../libs/testing/dist/index.js');
const { default: pg } = await import('pg');
const database = await startPostgres();
const unlimited = String(10 ** 7);
const environment = {
  LOG_LEVEL: 'warn',
  DATABASE_URL: database.url,
  PLAN_FREE_MAX_FILES: '10000',
  DEFAULT_PLAN: 'pro',
  ANONYMOUS_UPLOADS_PER_HOUR: unlimited,
};
const waybill = await (values.cluster ? startCluster : startWaybill)(environment);
const problems = [];
const samples = [];
/** Objects of a Waybill without files: the mark of its installation. */
let marks = 0;

function sample(at) {
  for (const { pid, name } of programsBelow(waybill.pid)) samples.push({ at, pid, name, ...measure(pid) });
}

/** Finished resumable uploads keep their row for an hour, aborted uploads for two minutes. */
async function endLeases() {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query('UPDATE files.uploads SET lease_until = now()');
  await client.end();
}

/** Rows and files that a quiet Waybill without files should not have. */
async function leftovers() {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    const { rows: tables } = await client.query(
      `SELECT schemaname || '.' || tablename AS name FROM pg_tables WHERE tablename = 'outbox' OR schemaname || '.' || tablename = ANY($1)`,
      [transient],
    );
    const found = [];
    for (const { name } of tables) {
      const { rows } = await client.query(`SELECT count(*)::int AS count FROM ${name}`);
      if (rows[0].count > 0) found.push(`${rows[0].count} rows of ${name}`);
    }
    const objects = await waybill.objects();
    if (objects > marks) found.push(`${objects - marks} objects`);
    const temporary = readdirSync(waybill.temporary).filter((name) => !/node-compile|jest|\.s\./.test(name));
    const full = temporary.flatMap((name) => filesIn(join(waybill.temporary, name)));
    if (full.length > 0) found.push(`${full.length} temporary files, such as ${full[0]}`);
    return found;
  } finally {
    await client.end();
  }
}

function filesIn(path) {
  try {
    return readdirSync(path, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => join(path, name));
  } catch {
    return [];
  }
}

try {
  const email = 'ada@example.org';
  const headers = await newAccount(waybill.url, email);
  const quiet = new Map(programsBelow(waybill.pid).map(({ pid }) => [pid, measure(pid).descriptors]));
  marks = await waybill.objects();
  const clients = new SoakClients(waybill.url, headers, () => logIn(waybill.url, email));
  const startedAt = Date.now();
  while (Date.now() - startedAt < runMs) {
    await sleep(SAMPLE_MS);
    sample((Date.now() - startedAt) / runMs);
  }
  await clients.stop();
  process.stdout.write(`${JSON.stringify(clients.counts)}\n`);
  problems.push(...clients.failures.slice(0, 20));
  if (clients.failures.length > 0) problems.push(`${clients.failures.length} calls failed`);

  for (const [pid, name] of new Map(samples.map((one) => [one.pid, one.name]))) {
    const mine = samples.filter((one) => one.pid === pid && one.at > WARM_UP);
    const middle = (1 + WARM_UP) / 2;
    const before = median(mine.filter(({ at }) => at <= middle).map(({ resident }) => resident));
    const after = median(mine.filter(({ at }) => at > middle).map(({ resident }) => resident));
    process.stdout.write(`${name} (${pid}): ${before.toFixed()} MiB, then ${after.toFixed()} MiB\n`);
    if (after > before * MAX_GROWTH)
      problems.push(`The memory of ${name} grew from ${before} to ${after} MiB`);
  }

  await endLeases();
  const deadline = Date.now() + SETTLE_MS;
  let left = await leftovers();
  while (left.length > 0 && Date.now() < deadline) {
    await sleep(5_000);
    left = await leftovers();
  }
  problems.push(...left);
  for (const { pid, name } of programsBelow(waybill.pid)) {
    const { descriptors } = measure(pid);
    process.stdout.write(`${name} (${pid}): ${quiet.get(pid)} descriptors before, ${descriptors} after\n`);
    if (descriptors > quiet.get(pid) + SPARE_DESCRIPTORS)
      problems.push(`${name} has ${descriptors} descriptors`);
  }
  const errors = waybill
    .log()
    .split('\n')
    .filter((line) => /"level":[56]0/.test(line));
  problems.push(...errors.slice(0, 20));
} catch (error) {
  problems.push(error.stack);
} finally {
  await waybill.stop();
  await database.stop();
}
process.stdout.write(problems.length === 0 ? 'No problem\n' : `${problems.join('\n')}\n`);
process.exit(problems.length === 0 ? 0 : 1);
