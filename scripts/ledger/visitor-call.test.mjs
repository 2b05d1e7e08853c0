import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { after, test } from 'node:test';
import { VisitorCalls } from './visitor-call.mjs';

const open = [];
after(() => {
  for (const server of open) {
    server.close();
    server.closeAllConnections();
  }
});

/** Calls to one server. `count` is the number of connections that it got. */
async function callsTo(listener, options = {}) {
  const server = createServer(options, listener);
  const state = { connections: 0 };
  server.on('connection', () => state.connections++);
  open.push(server.listen(0, '127.0.0.1'));
  await once(server, 'listening');
  return { state, calls: new VisitorCalls([`http://127.0.0.1:${server.address().port}`]) };
}

test('visitors of the ledger read answers with a length, in chunks and without a body on one connection', async () => {
  const { calls, state } = await callsTo((request, response) => {
    if (request.url === '/known') return response.writeHead(304).end();
    if (request.url === '/none') return response.writeHead(204).end();
    if (request.url === '/chunks') {
      response.write('ü');
      setTimeout(() => response.end('b'.repeat(70_000)), 20);
      return undefined;
    }
    return response.end('whole');
  });
  for (let turn = 0; turn < 3; turn++) {
    assert.equal((await calls.call('/')).text(), 'whole');
    assert.equal((await calls.call('/chunks')).text(), `ü${'b'.repeat(70_000)}`);
    assert.equal((await calls.call('/known')).status, 304);
    assert.equal((await calls.call('/none')).status, 204);
    assert.equal((await calls.call('/', { method: 'HEAD' })).status, 200);
  }
  assert.deepEqual([calls.sent, calls.failed, state.connections], [15, 0, 1]);
});

test('visitors of the ledger send headers and a body', async () => {
  const { calls } = await callsTo((request, response) => {
    response.setHeader('x', '1');
    request.pipe(response);
    assert.equal(request.headers['user-agent'], 'Firefox');
    assert.equal(request.headers['content-type'], 'application/json');
  });
  const answer = await calls.call('/', {
    method: 'POST',
    headers: { 'user-agent': 'Firefox' },
    body: { a: 'ü' },
  });
  assert.deepEqual(JSON.parse(answer.text()), { a: 'ü' });
});

test('visitors of the ledger repeat what is refused with 5xx or cut off, and say how often', async () => {
  let turn = 0;
  const { calls } = await callsTo((_request, response) => {
    turn++;
    if (turn === 1) return response.writeHead(503).end();
    if (turn === 2) {
      response.writeHead(200, { 'content-length': '10' });
      response.write('half');
      return setTimeout(() => response.destroy(), 20);
    }
    if (turn === 3) return response.destroy();
    return response.end('whole');
  });
  const answer = await calls.call('/');
  assert.deepEqual([answer.text(), answer.attempts, calls.failed], ['whole', 3, 3]);
  assert.equal(calls.failures[503], 1);
});

test('a visitor of the ledger breaks a connection off in the midst of the body', async () => {
  const broken = new Promise((resolve) => {
    void callsTo((_request, response) => {
      response.writeHead(200, { 'content-length': '1000000' });
      response.write('a');
      response.once('close', () => resolve(response.writableFinished));
    }).then(({ calls }) => calls.breakOff('/', {}));
  });
  assert.equal(await broken, false);
});

test('visitors of the ledger meet no connection that the server closes when it is idle', async () => {
  const { calls, state } = await callsTo((_request, response) => response.end('whole'), {
    keepAliveTimeout: 50,
  });
  await calls.call('/');
  await new Promise((resolve) => setTimeout(resolve, 2_300));
  await calls.call('/');
  assert.deepEqual([calls.failed, state.connections], [0, 2]);
});
