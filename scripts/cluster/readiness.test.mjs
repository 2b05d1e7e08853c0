import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { Readiness } from './readiness.mjs';

/** Answers each check with the next status; undefined: not at all. The last status repeats. */
async function startTarget(context, statuses) {
  const server = createServer((_request, response) => {
    const status = statuses.length > 1 ? statuses.shift() : statuses[0];
    if (status !== undefined) response.writeHead(status).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  context.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { host: '127.0.0.1', port: server.address().port, checks: () => statuses.length };
}

/** Polls until the state is as expected, and lists all states until then. */
async function statesUntil(readiness, target, isOver) {
  const states = new Set();
  for (const deadline = Date.now() + 20_000; Date.now() < deadline;) {
    states.add(readiness.isReady(target));
    if (isOver()) return [...states];
    await new Promise((resolve) => setImmediate(resolve));
  }
  throw new Error('The target did not get there.');
}

test('a target that does not answer in time twice stays ready', async (context) => {
  const target = await startTarget(context, [200, undefined, undefined, 200, 200]);
  const readiness = new Readiness([target], { timeoutMs: 500, everyMs: 5 });
  assert.deepEqual(await statesUntil(readiness, target, () => target.checks() === 1), [true]);
});

test('a target that refuses, or does not answer three times in a row, is not ready until it answers', async (context) => {
  for (const down of [[503], [undefined, undefined, undefined]]) {
    const target = await startTarget(context, [200, ...down, 200]);
    const readiness = new Readiness([target], { timeoutMs: 500, everyMs: 5 });
    await statesUntil(readiness, target, () => !readiness.isReady(target));
    await statesUntil(readiness, target, () => readiness.isReady(target));
  }
});

test('a target without a server is not ready', async () => {
  const target = { host: '127.0.0.1', port: 1 };
  const readiness = new Readiness([target], { timeoutMs: 500, everyMs: 5 });
  await statesUntil(readiness, target, () => !readiness.isReady(target));
});
