import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { after, test } from 'node:test';
import { Killer } from './killer.mjs';
import { Members } from './members.mjs';

const ready = createServer((_request, response) => response.end()).listen(0, '127.0.0.1');
await once(ready, 'listening');
const children = new Set();
after(() => {
  ready.close();
  ready.closeAllConnections();
  for (const child of children) child.kill('SIGKILL');
});

/** Starts a process as the cluster does: it is started again when it ends, and each start is printed. */
function keep(members, name) {
  const child = spawn('sleep', ['60']);
  children.add(child);
  // Lines arrive in pieces.
  const line = `  ${name} is process ${child.pid}, port ${ready.address().port}\n`;
  members.read(line.slice(0, 7));
  members.read(line.slice(7));
  child.once('exit', () => {
    children.delete(child);
    if (!ready.listening) return;
    keep(members, name);
  });
}

test('the ledger kills each kind of process in turn, all replicas and then one, spread over the visitors', async () => {
  const members = new Members();
  for (const name of ['files 1', 'files 2', 'files worker 1', 'files worker 2']) keep(members, name);
  assert.deepEqual(members.kinds, ['files', 'files worker']);
  let begun = 0;
  const killer = new Killer(members, { turns: 4, visitors: 100, begun: () => begun });
  const seen = [];
  for (const count of [0, 12, 13, 40, 70, 90]) {
    begun = count;
    await new Promise((resolve) => setTimeout(resolve, 900));
    seen.push(killer.total);
  }
  await killer.stop();
  assert.deepEqual(seen, [0, 0, 2, 4, 5, 6]);
  assert.deepEqual(killer.kills, { files: 3, 'files worker': 3 });
});
