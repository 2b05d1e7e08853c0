import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, createServer, request } from 'node:http';
import { after, test } from 'node:test';
import { createProxy } from './proxy.mjs';

const open = [];
after(() => {
  for (const server of open) {
    server.close();
    server.closeAllConnections();
  }
});

async function listening(server) {
  open.push(server.listen(0, '127.0.0.1'));
  await once(server, 'listening');
  return { host: '127.0.0.1', port: server.address().port };
}

async function proxyOf(...targets) {
  const { port } = await listening(createProxy(targets));
  return `http://127.0.0.1:${port}`;
}

const replyingWith = (text) => listening(createServer((_request, response) => response.end(text)));
const echoing = () => listening(createServer((request, response) => request.pipe(response)));
const disconnecting = () => listening(createServer((request) => request.socket.destroy()));

async function closedTarget() {
  const server = createServer();
  const target = await listening(server);
  server.close();
  await once(server, 'close');
  return target;
}

const textOf = async (url, init) => (await fetch(url, init)).text();

test('the proxy forwards requests to its targets in turn', async () => {
  const proxy = await proxyOf(await replyingWith('one'), await replyingWith('two'));
  assert.deepEqual([await textOf(proxy), await textOf(proxy), await textOf(proxy)], ['one', 'two', 'one']);
});

test('the proxy forwards a whole body without Content-Length', async () => {
  const proxy = await proxyOf(await echoing());
  const chunk = new Uint8Array(100_000).fill(7);
  const body = new ReadableStream({
    start: (stream) => {
      for (let number = 0; number < 50; number++) stream.enqueue(chunk);
      stream.close();
    },
  });
  const answer = await fetch(proxy, { method: 'POST', body, duplex: 'half' });
  assert.equal((await answer.arrayBuffer()).byteLength, 5_000_000);
});

test('the proxy forwards a request with its body to the next target when one refuses the connection', async () => {
  const proxy = await proxyOf(await closedTarget(), await echoing());
  assert.equal(await textOf(proxy, { method: 'POST', body: 'once' }), 'once');
});

test('the proxy answers 503 and does not repeat a request whose connection broke', async () => {
  const proxy = await proxyOf(await disconnecting(), await replyingWith('fine'));
  assert.equal((await fetch(proxy)).status, 503);
  assert.equal(await textOf(proxy), 'fine');
  assert.equal((await fetch(proxy, { method: 'POST', body: 'once' })).status, 503);
});

test('the proxy uses a target that is not ready only when no other is left', async () => {
  const [one, two] = [await replyingWith('one'), await replyingWith('two')];
  let ending = one;
  const { port } = await listening(createProxy([one, two], (target) => target !== ending));
  const proxy = `http://127.0.0.1:${port}`;
  assert.deepEqual([await textOf(proxy), await textOf(proxy)], ['two', 'two']);
  ending = two;
  assert.deepEqual([await textOf(proxy), await textOf(proxy)], ['one', 'one']);
  const alone = await listening(createProxy([one], () => false));
  assert.equal(await textOf(`http://127.0.0.1:${alone.port}`), 'one');
});

test('the proxy serves further requests of a connection after a target refused one before its body was complete', async () => {
  const refusing = createServer((request, response) => {
    response.writeHead(503).end('refused');
    request.resume();
  });
  const { port } = await listening(createProxy([await listening(refusing)]));
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const post = (body) =>
    new Promise((resolve, reject) => {
      const options = { port, agent, method: 'POST', headers: { 'content-length': body.length } };
      const call = request(options, (answer) => {
        answer.resume();
        answer.once('end', () => resolve(answer.statusCode));
      });
      call.once('error', reject).end(body);
    });
  for (let turn = 0; turn < 5; turn++) assert.equal(await post(Buffer.alloc(5_000_000)), 503);
  agent.destroy();
});

test('the proxy answers 503 when no target accepts connections', async () => {
  const proxy = await proxyOf(await closedTarget(), await closedTarget());
  assert.equal((await fetch(proxy)).status, 503);
});

test('the proxy passes on the address of the visitor and every cookie', async () => {
  const target = createServer((request, response) => {
    response.writeHead(200, { 'set-cookie': ['a=1', 'b=2'] });
    response.end(request.headers['x-forwarded-for']);
  });
  const answer = await fetch(await proxyOf(await listening(target)));
  assert.deepEqual(answer.headers.getSetCookie(), ['a=1', 'b=2']);
  assert.equal(await answer.text(), '127.0.0.1');
});
