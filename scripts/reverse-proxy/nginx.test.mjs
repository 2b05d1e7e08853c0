import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request as httpRequest } from 'node:http';
import { request } from 'node:https';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fastify } from 'fastify';
import { trustProxyOf } from '../../libs/composition/src/trust-proxy.ts';
import { freePorts } from '../../libs/testing/src/servers/free-ports.ts';
import { findProgram } from '../system-packages.mjs';

const nginx = findProgram('nginx');
const openssl = findProgram('openssl');
const example = readFileSync(join(import.meta.dirname, '../../deploy/reverse-proxy/nginx.conf'), 'utf8');
const MEBIBYTE = Buffer.alloc(1024 * 1024, 7);

if (nginx && openssl) describe('nginx.conf', { timeout: 60_000 }, tests);
else test('nginx.conf', { skip: 'nginx or openssl is missing' });

test('the advised TRUST_PROXY names the visitor behind a proxy that is not on loopback, as in containers', async () => {
  const [, advised] = /TRUST_PROXY=(\S+?):/.exec(example);
  const gateway = fastify({ trustProxy: trustProxyOf(advised) });
  gateway.get('/', ({ ip }) => ip);
  const { body } = await gateway.inject({
    url: '/',
    remoteAddress: '172.18.0.1',
    headers: { 'x-forwarded-for': '198.51.100.7' },
  });
  assert.equal(body, '198.51.100.7');
});

function tests() {
  let folder;
  let proxy;
  let ports;
  let gateway;
  /** Handles a request to the gateway. */
  let answer;

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'waybill-nginx-'));
    gateway = createServer((call, response) => answer(call, response)).listen(0, '127.0.0.1');
    await once(gateway, 'listening');
    const [plain, tls] = await freePorts(2);
    ports = { plain, tls, gateway: gateway.address().port };
    writeFileSync(join(folder, 'nginx.conf'), adapted());
    certify();
    const said = execFileSync(nginx, ['-t', '-q', '-p', folder, '-c', 'nginx.conf'], { encoding: 'utf8' });
    assert.equal(said, '');
    proxy = spawn(nginx, ['-p', folder, '-c', 'nginx.conf', '-g', 'daemon off;'], { stdio: 'inherit' });
    await answers();
  });

  after(async () => {
    proxy?.kill('SIGQUIT');
    if (proxy) await once(proxy, 'exit');
    gateway.closeAllConnections();
    gateway.close();
    rmSync(folder, { recursive: true });
  });

  /** nginx.conf with an operator's changes. It writes to the test's folder only. */
  function adapted() {
    const changes = [
      [/^\s*listen \[::\].*$/gm, ''],
      [/listen 80;/, `listen 127.0.0.1:${ports.plain};`],
      [/listen 443 /, `listen 127.0.0.1:${ports.tls} `],
      [/127\.0\.0\.1:3000/, `127.0.0.1:${ports.gateway}`],
      [/\/etc\/letsencrypt\/live\/waybill\.example/g, folder],
      [/\/var\/log\/nginx/g, folder],
      [
        /^http \{$/m,
        [
          'http {',
          ...['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
            (name) => `${name}_temp_path ${folder}/${name};`,
          ),
        ].join('\n'),
      ],
      [/^events \{$/m, `pid ${folder}/nginx.pid;\nevents {`],
    ];
    return changes.reduce((text, [pattern, replacement]) => {
      assert.match(text, pattern);
      return text.replace(pattern, replacement);
    }, example);
  }

  function certify() {
    execFileSync(
      openssl,
      ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1']
        .concat(['-subj', '/CN=waybill.example', '-keyout', join(folder, 'privkey.pem')])
        .concat(['-out', join(folder, 'fullchain.pem')]),
      { stdio: 'ignore' },
    );
  }

  /** Resolves once nginx accepts connections. */
  async function answers() {
    answer = (_call, response) => response.end();
    for (const deadline = Date.now() + 10_000; ;) {
      try {
        await ask('/');
        return;
      } catch (error) {
        if (Date.now() > deadline) throw error;
        await sleep(20);
      }
    }
  }

  const open = (path, options = {}) =>
    request({
      host: '127.0.0.1',
      port: ports.tls,
      path,
      rejectUnauthorized: false,
      agent: false,
      ...options,
    });

  async function ask(path, options) {
    const call = open(path, options).end();
    const [response] = await once(call, 'response');
    const chunks = await response.toArray();
    return { status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks).toString() };
  }

  test('streams a large upload to the gateway', async () => {
    const first = Promise.withResolvers();
    let received = 0;
    answer = (call, response) => {
      call.on('data', (chunk) => {
        received += chunk.length;
        first.resolve();
      });
      call.on('end', () => response.end(String(received)));
    };
    const call = open('/api/upload', { method: 'POST' });
    call.write(MEBIBYTE);
    // The rest is sent after the gateway has received some of it. With a proxy that buffers this never happens.
    await first.promise;
    for (let sent = 1; sent < 64; sent++) if (!call.write(MEBIBYTE)) await once(call, 'drain');
    call.end();
    const [response] = await once(call, 'response');
    assert.equal(Buffer.concat(await response.toArray()).toString(), String(64 * MEBIBYTE.length));
  });

  test('streams a download to the visitor', async () => {
    const arrived = Promise.withResolvers();
    answer = (_call, response) => {
      response.writeHead(200, { 'content-length': 8 });
      response.write('half');
      void arrived.promise.then(() => response.end('half'));
    };
    const [response] = await once(open('/api/files/1/download').end(), 'response');
    await once(response, 'readable');
    assert.equal(response.read().toString(), 'half');
    arrived.resolve();
    await once(response.resume(), 'end');
  });

  test('replaces forwarded headers of the client', async () => {
    answer = (call, response) => response.end(JSON.stringify(call.headers));
    const { body } = await ask('/api/user', {
      headers: { 'x-forwarded-for': '198.51.100.7', 'x-forwarded-proto': 'http', host: 'waybill.example' },
    });
    const headers = JSON.parse(body);
    assert.equal(headers['x-forwarded-for'], '127.0.0.1');
    assert.equal(headers['x-forwarded-proto'], 'https');
    assert.equal(headers.host, 'waybill.example');
    assert.match(headers['x-request-id'], /^[\w-]{8,64}$/);
  });

  test('refuses the 129th concurrent request of an address, and serves it after the others', async () => {
    const held = [];
    answer = (_call, response) => held.push(response);
    const calls = Array.from({ length: 128 }, () => open('/api/health').end());
    await Promise.all(calls.map((call) => once(call, 'finish')));
    while (held.length < 128) await sleep(10);
    assert.equal((await ask('/api/health')).status, 503);
    for (const response of held) response.end('seen');
    await Promise.all(calls.map(async (call) => once((await once(call, 'response'))[0].resume(), 'end')));
    answer = (_call, response) => response.end('seen');
    assert.equal((await ask('/api/health')).body, 'seen');
  });

  test('refuses the paths of probes and metrics', async () => {
    answer = (_call, response) => response.end('seen');
    for (const path of ['/livez', '/readyz', '/metrics']) assert.equal((await ask(path)).status, 404);
    assert.equal((await ask('/api/health')).body, 'seen');
  });

  test('redirects plain HTTP to TLS and sends Strict-Transport-Security', async () => {
    answer = (_call, response) => response.end();
    const call = httpRequest({
      host: '127.0.0.1',
      port: ports.plain,
      path: '/a?b',
      headers: { host: 'waybill.example' },
    });
    const [response] = await once(call.end(), 'response');
    response.resume();
    assert.deepEqual([response.statusCode, response.headers.location], [301, 'https://waybill.example/a?b']);
    assert.match((await ask('/')).headers['strict-transport-security'], /max-age=\d{8}/);
  });

  test('logs no address of a visitor, and no token, also when the gateway fails or TLS does', async () => {
    answer = (call) => call.socket.destroy();
    assert.equal((await ask('/api/files/1/download?token=secret')).status, 502);
    const socket = connect(ports.tls, '127.0.0.1');
    await once(socket.resume().end(malformedHello()), 'close');
    const log = readFileSync(join(folder, 'waybill.log'), 'utf8');
    assert.match(log, /GET 502/);
    assert.doesNotMatch(log, /127\.0\.0\.1|secret/);
    assert.equal(readFileSync(join(folder, 'error.log'), 'utf8'), '');
  });
}

/** A ClientHello with a list of groups that is longer than its extension. nginx reports it at `crit`. */
function malformedHello() {
  const hello = Buffer.from(
    `0303${'07'.repeat(32)}00 0002c02b 0100 0006 000a000200ff`.replaceAll(' ', ''),
    'hex',
  );
  return Buffer.concat([
    Buffer.from([22, 3, 1, 0, hello.length + 4]),
    Buffer.from([1, 0, 0, hello.length]),
    hello,
  ]);
}
