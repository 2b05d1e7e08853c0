import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { buildIfNeeded } from './build-if-needed.mjs';
import { compare, Ledger } from './ledger/compare.mjs';
import { cpuBetween, cpuSeconds } from './ledger/cpu-seconds.mjs';
import { Killer } from './ledger/killer.mjs';
import { Members } from './ledger/members.mjs';
import { Owner } from './ledger/owner.mjs';
import { printSummary } from './ledger/summary.mjs';
import { VisitorCalls } from './ledger/visitor-call.mjs';
import { kindOf, kinds } from './ledger/visits.mjs';
import { newAccount, startCluster } from './long-running/waybill-process.mjs';

/**
 * `npm run ledger -- --visits 1000000`: visitors of every kind on a Waybill of two replicas of each process, which are
 * killed in turn, and a comparison of every stored entry with what was sent (docs/decisions/the-ledger.md). Prints
 * its progress once a minute. The first Ctrl-C or SIGTERM ends the run early and compares what was sent until then. The
 * second one stops it immediately.
 *
 * - `--connections N`: concurrent visitors.
 * - `--kills N`: how often processes are killed, spread over the visitors. 0: none.
 * - `--replicas 1`: one of each process.
 * - `--gateways URL,URL`: uses a running Waybill instead, on either profile, and kills nothing.
 * - `--summary FILE`: writes the result as JSON.
 */
const { values } = parseArgs({
  options: {
    visits: { type: 'string', default: '10000' },
    connections: { type: 'string', default: '256' },
    files: { type: 'string', default: '8' },
    kills: { type: 'string' },
    replicas: { type: 'string', default: '2' },
    gateways: { type: 'string' },
    summary: { type: 'string' },
  },
});
const visits = Number(values.visits);
const VISITORS_PER_KILL = 10_000;
/** Two kills for each of the seven kinds of process: first all of its replicas, then one. */
const MIN_KILLS = 14;
const kills = Number(values.kills ?? Math.max(MIN_KILLS, Math.round(visits / VISITORS_PER_KILL)));
const PROGRESS_MS = 60_000;
const say = (line) => process.stdout.write(`${line}\n`);

const environment = {
  LOG_LEVEL: 'error',
  PROMOTION_ENDS_AT: '2099-01-01T00:00:00Z',
  DOWNLOADS_AT_ONCE: '16384',
  DOWNLOADS_AT_ONCE_PER_NETWORK: '16384',
};
const members = new Members();
const starting = new AbortController();
let isInterrupted = false;
let cluster = null;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, interrupt);
process.on('uncaughtException', (error) => void stopImmediately(error));

if (!values.gateways) buildIfNeeded();
try {
  if (!values.gateways)
    cluster = await startCluster(environment, Number(values.replicas), {
      signal: starting.signal,
      onOutput: (text) => members.read(text),
    });
  const isRight = await run(values.gateways?.split(',') ?? gatewayUrls());
  process.exitCode = isRight ? 0 : 1;
} catch (error) {
  say(error.stack);
  process.exitCode = 1;
} finally {
  await cluster?.stop();
}
process.exit();

async function run(gateways) {
  const url = cluster?.url ?? gateways[0];
  const owner = new Owner(url, await newAccount(url, `ledger-${Date.now()}@example.org`));
  const files = [];
  for (let n = 0; n < Number(values.files); n++) files.push(await owner.share());
  const locked = await owner.shareLocked();

  const calls = new VisitorCalls(gateways);
  const ledger = new Ledger(visits);
  let next = 0;
  const killer = cluster && new Killer(members, { turns: kills, visitors: visits, begun: () => next });
  const cpuBefore = cluster && cpuSeconds(cluster.folder, members.byPid);
  const begunAt = performance.now();
  const progress = reportProgress(() => ({ next, calls, killer }));
  const visitors = async () => {
    while (next < visits && !isInterrupted) {
      const n = next++;
      const agent = (userAgent) => ({ 'user-agent': `${userAgent} Ledger/${n}` });
      const file = files[n % files.length];
      ledger.note(n, await kinds[kindOf(n)][1]({ calls, file, locked, agent, cookie: owner.headers.cookie }));
    }
  };
  await Promise.all(Array.from({ length: Number(values.connections) }, visitors));
  clearInterval(progress);
  const seconds = Math.max(1, Math.round((performance.now() - begunAt) / 1000));
  await killer?.stop();

  const {
    found,
    differences,
    differingVisitors,
    kinds: stored,
  } = await compare(ledger, files, (path) => owner.call(path));
  for (const line of await entriesOf(owner, locked.id)) differences.add(line);
  const cpu = cluster && cpuBetween(cpuBefore, cpuSeconds(cluster.folder, members.byPid));
  const neverKilled = isInterrupted || !kills ? [] : members.kinds.filter((kind) => !killer.kills[kind]);
  for (const kind of neverKilled) differences.add(`No ${kind} was killed: there were too few visitors`);
  const summary = {
    visitors: next,
    seconds,
    visitorsPerSecond: Math.round(next / seconds),
    isInterrupted,
    requests: calls.sent,
    failedAndRepeated: calls.failures,
    killed: killer?.kills ?? {},
    cpuSeconds: cpu,
    entries: { expected: ledger.expected, uncertain: ledger.uncertain, found },
    kinds: Object.fromEntries(
      Object.entries(countKinds(next)).map(([kind, count]) => [kind, { visitors: count, ...stored[kind] }]),
    ),
    differences: { count: differences.count, visitors: differingVisitors, first: differences.lines },
  };
  printSummary(summary, say);
  if (values.summary) writeFileSync(values.summary, `${JSON.stringify(summary, null, 2)}\n`);
  return differences.count === 0;
}

function reportProgress(state) {
  const begunAt = performance.now();
  let before = 0;
  return setInterval(() => {
    const { next, calls, killer } = state();
    const minutes = Math.round((performance.now() - begunAt) / 60_000);
    const rate = Math.round(((next - before) / PROGRESS_MS) * 1000);
    before = next;
    say(
      `${minutes} min: ${next} visitors, ${calls.sent} requests (${calls.failed} repeated), ${killer?.total ?? 0} kills, ${rate} visitors/s`,
    );
  }, PROGRESS_MS);
}

function countKinds(visitors) {
  const counts = {};
  for (let n = 0; n < visitors; n++) counts[kindOf(n)] = (counts[kindOf(n)] ?? 0) + 1;
  return counts;
}

/** Lists the entries of visitors that were refused: there must be none. */
async function entriesOf(owner, id) {
  const answer = await owner.call(`/api/files/${id}/analytics/export?format=json&include=bots`);
  return (await answer.json()).map(({ userAgent }) => `An entry of ${userAgent}, who was refused`);
}

function gatewayUrls() {
  return members.of('gateway').map((name) => `http://127.0.0.1:${members.get(name).port}`);
}

function interrupt() {
  if (isInterrupted) return void stopImmediately('Stopped');
  isInterrupted = true;
  starting.abort();
  say('Ending early: comparing what was sent. Once more stops it immediately.');
}

async function stopImmediately(reason) {
  say(reason.stack ?? reason);
  await cluster?.stop();
  process.exit(1);
}
