import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { buildIfNeeded } from './build-if-needed.mjs';
import { measure, programsBelow } from './long-running/measure.mjs';
import { SoakClients } from './long-running/soak-clients.mjs';
import { endLeases, isKept, newRows, rowCounts, temporaryFiles } from './long-running/soak-leftovers.mjs';
import { logIn, newAccount, startCluster, startWaybill } from './long-running/waybill-process.mjs';

/**
 * `npm run soak -- --minutes N [--clients N] [--pause MS] [--cluster]`: mixed load on a Waybill of its own: uploads,
 * resumable uploads, bundles as ZIP, downloads by ranges, visits, live events, log-ins, deletions, aborted and stalled
 * transfers. Fails for an unexpected answer, an error in the log, memory that grows by more than a tenth after a
 * warm-up (ten minutes, or three tenths of a shorter run), and descriptors, rows, objects or temporary files left over.
 * `--clients` is the number of clients of each kind, `--pause` the milliseconds between two turns of a client.
 */
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    clients: { type: 'string', default: '1' },
    pause: { type: 'string', default: '100' },
    cluster: { type: 'boolean', default: false },
  },
});
const MINUTE_MS = 60_000;
const runMs = Number(values.minutes) * MINUTE_MS;
const warmUpMs = Math.min(10 * MINUTE_MS, runMs * 0.3);
const WINDOWS = 5;
const SAMPLE_MS = 2_000;
const SETTLE_MS = 240_000;
const MAX_GROWTH = 1.1;
/** Descriptors that may be left: connections that stay open, and objects that are not yet garbage-collected. */
const SPARE_DESCRIPTORS = 20;

buildIfNeeded();
const testing = await import('../libs/testing/dist/index.js');
const { default: pg } = await import('pg');
const servers = [];
const start = async (starting) => {
  const server = await starting;
  servers.push(server);
  return server;
};
const postgres = await start(testing.startPostgres());
const unlimited = String(10 ** 7);
const environment = {
  LOG_LEVEL: 'warn',
  DATABASE_URL: postgres.url,
  PLAN_PRO_MAX_FILES: '10000',
  DEFAULT_PLAN: 'pro',
  ANONYMOUS_UPLOADS_PER_HOUR: unlimited,
};
const drive = mkdtempSync(join(tmpdir(), 'waybill-soak-'));
const waybill = values.cluster ? await startOnServers() : await startWaybill(environment);
const database = new pg.Client({ connectionString: postgres.url });
await database.connect();
const problems = [];
const samples = [];

/** Starts the servers apart from the cluster, so that their files do not count as leftovers of its processes. */
async function startOnServers() {
  const [rabbitMq, redis, store] = await Promise.all([
    start(testing.startRabbitMq()),
    start(testing.startRedis()),
    start(testing.startMinioOn(drive)),
  ]);
  const cluster = await startCluster({
    ...environment,
    RABBITMQ_URL: rabbitMq.url,
    REDIS_URL: redis.url,
    S3_ENDPOINT: store.endpoint,
    S3_REGION: store.region,
    S3_BUCKET: 'waybill',
    S3_ACCESS_KEY: store.accessKey,
    S3_SECRET_KEY: store.secretKey,
  });
  const bucket = join(drive, 'objects/waybill');
  const objects = () => readdirSync(bucket, { recursive: true }).filter((name) => name.endsWith('xl.meta'));
  return { ...cluster, objects: () => objects().length };
}

function sample(ms) {
  for (const { pid, name } of programsBelow(waybill.pid)) samples.push({ ms, pid, name, ...measure(pid) });
}

/** Prints each process's memory in windows of equal length, and finds those that grow. */
function judgeMemory() {
  const windowMs = (runMs - warmUpMs) / WINDOWS;
  for (const [pid, name] of new Map(samples.map((one) => [one.pid, one.name]))) {
    const medians = Array.from({ length: WINDOWS }, (_, index) => {
      const from = warmUpMs + index * windowMs;
      const inside = samples.filter((one) => one.pid === pid && one.ms > from && one.ms <= from + windowMs);
      return testing.median(inside.map(({ resident }) => resident));
    });
    process.stdout.write(`${name} (${pid}): ${medians.map((one) => one.toFixed()).join(', ')} MiB\n`);
    if (Math.min(...medians) === 0) problems.push(`${name} (${pid}) did not run all the time`);
    const [first] = medians;
    if (medians.at(-1) > first * MAX_GROWTH)
      problems.push(`The memory of ${name} grew from ${first} to ${medians.at(-1)} MiB`);
  }
}

/** Lists leftovers: rows, objects and temporary files that a Waybill without files and load should not have. */
async function leftovers(rowsBefore, objectsBefore) {
  const tables = [...(await newRows(database, rowsBefore))].filter(([table]) => !isKept(table));
  const found = tables.map(([table, count]) => `${count} rows of ${table}`);
  const objects = (await waybill.objects()) - objectsBefore;
  if (objects > 0) found.push(`${objects} objects`);
  const temporary = temporaryFiles(waybill.temporary);
  if (temporary.length > 0) found.push(`${temporary.length} temporary files, such as ${temporary[0]}`);
  return found;
}

async function awaitNoLeftovers(rowsBefore, objectsBefore) {
  await endLeases(database);
  const deadline = Date.now() + SETTLE_MS;
  let left = await leftovers(rowsBefore, objectsBefore);
  while (left.length > 0 && Date.now() < deadline) {
    await sleep(5_000);
    left = await leftovers(rowsBefore, objectsBefore);
  }
  problems.push(...left);
  const rows = [...(await newRows(database, rowsBefore))].map(([table, count]) => `${table} ${count}`);
  process.stdout.write(`New rows: ${rows.join(', ') || 'none'}\n`);
}

function judgeDescriptors(before) {
  for (const { pid, name } of programsBelow(waybill.pid)) {
    const { descriptors } = measure(pid);
    process.stdout.write(`${name} (${pid}): ${before.get(pid)} descriptors before, ${descriptors} after\n`);
    if (descriptors > before.get(pid) + SPARE_DESCRIPTORS)
      problems.push(`${name} has ${descriptors} descriptors`);
  }
}

try {
  const email = 'ada@example.org';
  const headers = await newAccount(waybill.url, email);
  const descriptors = new Map(programsBelow(waybill.pid).map(({ pid }) => [pid, measure(pid).descriptors]));
  // Objects of a Waybill without files: the mark of its installation.
  const objects = await waybill.objects();
  const rows = await rowCounts(database);
  const clients = new SoakClients(waybill.url, headers, () => logIn(waybill.url, email), {
    clients: Number(values.clients),
    pauseMs: Number(values.pause),
  });
  const startedAt = Date.now();
  while (Date.now() - startedAt < runMs) {
    await sleep(SAMPLE_MS);
    sample(Date.now() - startedAt);
  }
  await clients.stop();
  await clients.deleteRest();
  process.stdout.write(`${JSON.stringify(clients.counts)}\n`);
  problems.push(...clients.failures.slice(0, 20));
  if (clients.failures.length > 0) problems.push(`${clients.failures.length} calls failed`);
  judgeMemory();
  await awaitNoLeftovers(rows, objects);
  judgeDescriptors(descriptors);
  const errors = waybill
    .log()
    .split('\n')
    .filter((line) => /"level":[56]0/.test(line));
  problems.push(...errors.slice(0, 20));
} catch (error) {
  problems.push(error.stack);
} finally {
  await database.end();
  await waybill.stop();
  await Promise.allSettled(servers.map((server) => server.stop()));
  rmSync(drive, { recursive: true, force: true });
}
process.stdout.write(problems.length === 0 ? 'No problem\n' : `${problems.join('\n')}\n`);
process.exit(problems.length === 0 ? 0 : 1);
