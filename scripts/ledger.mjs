import { parseArgs } from 'node:util';
import { buildIfNeeded } from './build-if-needed.mjs';
import { compare, Ledger } from './ledger/compare.mjs';
import { Killer, membersOf } from './ledger/killer.mjs';
import { VisitorCalls } from './ledger/visitor-call.mjs';
import { kindOf, kinds } from './ledger/visits.mjs';
import { newAccount, startCluster } from './long-running/waybill-process.mjs';

/**
 * `npm run ledger -- --visits 1000000`: visitors of every kind on a Waybill of two replicas of each process, which are
 * killed in turn, and a comparison of every stored entry with what was sent. Ctrl-C ends it early, and compares what was
 * sent until then. `--replicas 1` starts one of each process, and is faster on few cores. `--gateways URL,URL` takes a
 * running Waybill instead, of one process too, and kills nothing.
 */
const { values } = parseArgs({
  options: {
    visits: { type: 'string', default: '10000' },
    connections: { type: 'string', default: '48' },
    files: { type: 'string', default: '8' },
    'kill-every': { type: 'string', default: '15' },
    replicas: { type: 'string', default: '2' },
    gateways: { type: 'string' },
  },
});
const visits = Number(values.visits);
const FILE_BYTES = 4096;
const PROGRESS_MS = 30_000;
const say = (line) => process.stdout.write(`${line}\n`);

const environment = {
  LOG_LEVEL: 'error',
  PROMOTION_ENDS_AT: '2099-01-01T00:00:00Z',
  DOWNLOADS_AT_ONCE: '4096',
  DOWNLOADS_AT_ONCE_PER_NETWORK: '4096',
};
let isInterrupted = false;
process.once('SIGINT', () => (isInterrupted = true));
if (!values.gateways) buildIfNeeded();
const cluster = values.gateways ? null : await startCluster(environment, Number(values.replicas));
try {
  const isRight = await run(values.gateways?.split(',') ?? gatewaysOf(cluster));
  process.exitCode = isRight ? 0 : 1;
} finally {
  await cluster?.stop();
}
process.exit();

async function run(gateways) {
  const [url] = gateways;
  const owner = await newAccount(cluster?.url ?? url, `ledger-${Date.now()}@example.org`);
  const ownerCalls = { url: cluster?.url ?? url, owner };
  const files = [];
  for (let n = 0; n < Number(values.files); n++) files.push(await share(ownerCalls));
  const locked = await share(ownerCalls);
  await ownerCall(ownerCalls, `/api/files/${locked.id}/settings`, {
    method: 'PUT',
    body: { password: 'secret' },
  });

  const calls = new VisitorCalls(gateways);
  const ledger = new Ledger(visits);
  const killer = new Killer(cluster, cluster ? Number(values['kill-every']) * 1000 : 0);
  const counts = {};
  const begunAt = performance.now();
  let next = 0;
  const progress = setInterval(
    () => say(`${next} visitors, ${calls.sent} requests, ${killer.kills} kills, ${rate(next, begunAt)}/s`),
    PROGRESS_MS,
  );
  const visitors = async () => {
    while (next < visits && !isInterrupted) {
      const n = next++;
      const kind = kindOf(n);
      counts[kind] = (counts[kind] ?? 0) + 1;
      const agent = (userAgent) => ({ 'user-agent': `${userAgent} Ledger/${n}` });
      const file = files[n % files.length];
      ledger.note(n, await kinds[kind][1]({ calls, file, locked, agent, cookie: owner.cookie }));
    }
  };
  await Promise.all(Array.from({ length: Number(values.connections) }, visitors));
  clearInterval(progress);
  await killer.stop();
  const took = Math.max(1, Math.round((performance.now() - begunAt) / 1000));

  const { found, off, visitorsOff } = await compare(ledger, files, (path) => ownerCall(ownerCalls, path));
  off.push(...(await entriesOf(ownerCalls, locked.id)));
  say(`Visitors by kind: ${JSON.stringify(counts)}`);
  say(
    `${next} visitors in ${took} s (${Math.round(next / took)}/s), ${calls.sent} requests, ${calls.failed} of them failed and repeated`,
  );
  say(`${killer.kills} processes killed`);
  say(`Entries: ${ledger.expected} expected, up to ${ledger.uncertain} more of lost answers, ${found} found`);
  say(`Off: ${off.length} (${visitorsOff} visitors)`);
  for (const line of off.slice(0, 20)) say(line);
  const verdict = off.length === 0 ? 'Passed: none' : `FAILED: ${off.length}`;
  say(`${verdict} off among ${next} visitors, with ${killer.kills} processes killed`);
  return off.length === 0;
}

/** Nobody who was refused may stand in the report. */
async function entriesOf(ownerCalls, id) {
  const entries = await (
    await ownerCall(ownerCalls, `/api/files/${id}/analytics/export?format=json&include=bots`)
  ).json();
  return entries.map(({ userAgent }) => `An entry of ${userAgent}, who was refused`);
}

/** A file with a link of its own. */
async function share(ownerCalls) {
  const form = new FormData();
  form.append('file', new Blob([Buffer.alloc(FILE_BYTES, 'ledger ')]), 'ledger.txt');
  const { id } = await (await ownerCall(ownerCalls, '/api/upload', { method: 'POST', form })).json();
  const link = await ownerCall(ownerCalls, `/api/files/${id}/links`, {
    method: 'POST',
    body: { name: 'Ledger' },
  });
  const { slug } = await link.json();
  const bytes = await ownerCall(ownerCalls, `/api/files/${id}/download?disposition=inline`);
  return { id, slug, etag: bytes.headers.get('etag') };
}

/** A call of the owner. Repeated while a process that answers it is restarted. */
async function ownerCall({ url, owner }, path, { method = 'GET', body, form } = {}) {
  for (let attempt = 1; ; attempt++) {
    const response = await fetch(new URL(path, url), {
      method,
      headers: { ...owner, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
      ...(form && { body: form }),
    }).catch(() => null);
    if (response?.ok) return response;
    if (attempt === 60) throw new Error(`${method} ${path}: ${response?.status} ${await response?.text()}`);
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

function gatewaysOf({ log }) {
  const members = [...membersOf(log())].filter(([name]) => name.startsWith('gateway'));
  return members.map(([, { port }]) => `http://127.0.0.1:${port}`);
}

function rate(count, since) {
  return Math.round((count / (performance.now() - since)) * 1000);
}
