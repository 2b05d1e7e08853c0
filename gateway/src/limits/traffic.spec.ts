import { Bus } from '@waybill/bus/client';
import {
  AppError,
  addFileToUpload,
  checkSession,
  commitUpload,
  type ObjectTicket,
  openFile,
  openUpload,
  type RequestContract,
  MEBIBYTE,
} from '@waybill/contracts';
import { eventually } from '@waybill/testing';
import { type IncomingMessage, request, type RequestOptions } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { buffer, text } from 'node:stream/consumers';
import { type GatewayUnderTest, startGatewayUnderTest } from '../testing/gateway-under-test.js';
import type { GatewayModuleOptions } from '../options/gateway.module-options.js';
import { looseLimits } from '../testing/traffic-limits.js';
import type { TrafficLimits } from './traffic.limits.js';

const FILE_ID = '6f9619ff-8b86-4d11-b42d-00c04fc964ff';
const FILE_BYTES = 19 * MEBIBYTE;
const GREEDY = '127.0.0.2';
const HONEST = '127.0.0.3';
const ANOTHER = '127.0.0.4';

/** The services, as far as transfers need them. */
class Services extends Bus {
  ticket!: ObjectTicket;
  newTicket!: () => Promise<ObjectTicket>;

  async request(contract: RequestContract): Promise<never> {
    return (await this.reply(contract.name)) as never;
  }

  private async reply(name: string): Promise<unknown> {
    switch (name) {
      case openFile.name:
        return {
          ...this.ticket,
          size: FILE_BYTES,
          mimeType: 'application/zip',
          originalName: 'a.zip',
          etag: 'x',
          createdAt: '2026-01-01T00:00:00Z',
          isOwner: false,
        };
      case openUpload.name:
        return { uploadId: 'upload', tier: 'free', maxFileSize: 20 * MEBIBYTE };
      case addFileToUpload.name:
        return { fileId: FILE_ID, ...(await this.newTicket()) };
      case commitUpload.name:
        return { id: FILE_ID, files: [] };
      case checkSession.name:
        return {
          user: { id: FILE_ID, name: 'Ada', email: 'ada@example.com', created_at: '', subscription: 'free' },
        };
      default:
        return {};
    }
  }
}

type Call = RequestOptions & { readonly type?: string };

describe('transfer limits', () => {
  let gateway: GatewayUnderTest;
  const services = new Services();
  const open = new Set<Socket>();

  async function start(
    limits: Partial<TrafficLimits>,
    settings: Partial<GatewayModuleOptions> = {},
  ): Promise<void> {
    gateway = await startGatewayUnderTest(services, { limits: looseLimits(limits), ...settings });
    services.ticket = await gateway.store(Buffer.alloc(FILE_BYTES, 7));
    services.newTicket = () => gateway.store(Buffer.alloc(1));
  }

  afterEach(async () => {
    for (const socket of open) socket.destroy();
    open.clear();
    await gateway.close();
  });

  /** Sends a request and waits for the head of the response, without reading its body. */
  async function call(
    from: string,
    options: RequestOptions,
    body?: string | Buffer,
  ): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const sent = request({ port: gateway.port, localAddress: from, agent: false, ...options }, resolve);
      sent.on('error', reject);
      sent.once('socket', (socket) => open.add(socket));
      sent.end(body);
    });
  }

  const download = (from: string) => call(from, { path: `/api/files/${FILE_ID}/download` });

  function upload(
    from: string,
    bytes: number,
    headers: Record<string, string> = {},
  ): Promise<IncomingMessage> {
    const body = Buffer.concat([Buffer.from(formHead), Buffer.alloc(bytes), Buffer.from('\r\n--x--\r\n')]);
    const type = { 'content-type': 'multipart/form-data; boundary=x' };
    return call(from, { method: 'POST', path: '/api/upload', headers: { ...type, ...headers } }, body);
  }

  /** Begins an upload and sends no more than its beginning. */
  function stallUpload(from: string): Socket {
    const socket = connect({ port: gateway.port, host: '127.0.0.1', localAddress: from });
    open.add(socket);
    socket.write(
      'POST /api/upload HTTP/1.1\r\nHost: here\r\nContent-Type: multipart/form-data; boundary=x\r\n' +
        `Content-Length: ${MEBIBYTE}\r\n\r\n${formHead}`,
    );
    return socket;
  }

  /** Begins a request, and sends its body too slowly to reach an end. */
  function dripForm(method: string, path: string, type: string): Socket {
    const socket = connect({ port: gateway.port, host: '127.0.0.1' });
    open.add(socket);
    socket.write(
      `${method} ${path} HTTP/1.1\r\nHost: here\r\nContent-Type: ${type}; boundary=x\r\n` +
        'Transfer-Encoding: chunked\r\n\r\n',
    );
    const drip = setInterval(() => socket.write('1\r\nx\r\n'), 50);
    socket.on('error', () => undefined).once('close', () => clearInterval(drip));
    return socket;
  }

  async function expectRefusal(response: IncomingMessage, status: number, code: string): Promise<void> {
    expect(JSON.parse(await text(response))).toMatchObject({ statusCode: status, code });
    expect(response.statusCode).toBe(status);
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
  }

  it('refuses more concurrent downloads to one network and in total, while others are served', async () => {
    await start({
      concurrentTransfers: { upload: { total: 9, perNetwork: 9 }, download: { total: 3, perNetwork: 2 } },
    });
    const stalled = await Promise.all([download(GREEDY), download(GREEDY)]);
    expect(stalled.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    await expectRefusal(await download(GREEDY), 429, 'files.too-many-transfers');
    expect((await download(HONEST)).statusCode).toBe(200);
    await expectRefusal(await download(ANOTHER), 503, 'server.busy');
    for (const response of stalled) response.destroy();
    await eventually(async () => expect((await download(ANOTHER)).statusCode).toBe(200));
  });

  it('lets a customer with many IPv6 networks take half of all downloads only', async () => {
    const download = { total: 6, perNetwork: 2, widePerNetwork: 3 };
    await start(
      { concurrentTransfers: { upload: { total: 9, perNetwork: 9 }, download } },
      { trustProxy: 'loopback' },
    );
    const from = (address: string) =>
      call(HONEST, {
        path: `/api/files/${FILE_ID}/download`,
        headers: { 'x-forwarded-for': address },
      });
    for (const subnet of ['2001:db8:1:1::1', '2001:db8:1:2::1', '2001:db8:1:3::1'])
      expect((await from(subnet)).statusCode).toBe(200);
    await expectRefusal(await from('2001:db8:1:4::1'), 429, 'files.too-many-transfers');
    await expectRefusal(await from('2001:db8:1:f004::1'), 429, 'files.too-many-transfers');
    expect((await from('2001:db8:2:1::1')).statusCode).toBe(200);
    expect((await from('203.0.113.7')).statusCode).toBe(200);
  });

  it('refuses more concurrent uploads to one network and in total, while others are served', async () => {
    await start({
      concurrentTransfers: { upload: { total: 3, perNetwork: 2 }, download: { total: 9, perNetwork: 9 } },
    });
    const stalled = [stallUpload(GREEDY), stallUpload(GREEDY)];
    await eventually(async () => expectRefusal(await upload(GREEDY, 10), 429, 'files.too-many-transfers'));
    expect((await upload(HONEST, 10)).statusCode).toBe(201);
    stalled.push(stallUpload(HONEST));
    await eventually(async () => expectRefusal(await upload(ANOTHER, 10), 503, 'server.busy'));
    for (const socket of stalled) socket.destroy();
    await eventually(async () => expect((await upload(GREEDY, 10)).statusCode).toBe(201));
  });

  it('ends a download whose client does not read', async () => {
    const concurrentTransfers = {
      upload: { total: 9, perNetwork: 9 },
      download: { total: 1, perNetwork: 1 },
    };
    await start({ minBytesPerSecond: 1000, paceWindowMs: 300, concurrentTransfers });
    const stalled = await download(GREEDY);
    // Its slot is free again, and its bytes are incomplete.
    await eventually(async () => expect((await download(HONEST)).statusCode).toBe(200));
    await expect(buffer(stalled)).rejects.toMatchObject({ code: 'ECONNRESET' });
  });

  it.each([
    ['a stalled upload', 0],
    ['an upload of 20 bytes a second', 50],
  ])('answers %s with 408', async (_upload, everyMs) => {
    await start({ minBytesPerSecond: 1000, paceWindowMs: 300 });
    const socket = stallUpload(GREEDY).on('error', () => undefined);
    const drip = everyMs === 0 ? undefined : setInterval(() => socket.write('x'), everyMs);
    const answer = await Promise.race([
      new Promise((resolve) => socket.once('data', (data) => resolve(String(data)))),
      sleep(5_000, 'no answer'),
    ]);
    clearInterval(drip);
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(answer).toContain('"files.too-slow"');
  });

  it('limits the uploads of a network without an account, while other networks and signed-in users are served', async () => {
    const perNetwork = { name: 'u', points: 2, windowSeconds: 3600 };
    const total = { name: 't', points: 4, windowSeconds: 3600 };
    await start({ anonymousUploads: { perNetwork, total } });
    for (let uploads = 0; uploads < 2; uploads++) expect((await upload(GREEDY, 10)).statusCode).toBe(201);
    await expectRefusal(await upload(GREEDY, 10), 429, 'files.too-many-uploads');
    for (let uploads = 0; uploads < 2; uploads++) expect((await upload(HONEST, 10)).statusCode).toBe(201);
    await expectRefusal(await upload(ANOTHER, 10), 503, 'files.too-many-anonymous-uploads');
    expect((await upload(GREEDY, 10, { cookie: 'waybill_session=token' })).statusCode).toBe(201);
  });

  it('limits the bytes that a network without an account uploads', async () => {
    const perNetwork = { name: 'm', points: 3, windowSeconds: 3600 };
    const total = { name: 'n', points: 100, windowSeconds: 3600 };
    await start({ anonymousMebibytes: { perNetwork, total } });
    for (let uploads = 0; uploads < 2; uploads++)
      expect((await upload(GREEDY, 2 * MEBIBYTE)).statusCode).toBe(201);
    await expectRefusal(await upload(GREEDY, 10), 429, 'files.too-many-uploads');
    expect((await upload(HONEST, 10)).statusCode).toBe(201);
    expect((await upload(GREEDY, 10, { cookie: 'waybill_session=token' })).statusCode).toBe(201);
  });

  it('answers a JSON body that does not arrive in time with 408', async () => {
    await start({ bodyTimeoutMs: 200 });
    const socket = connect({ port: gateway.port, host: '127.0.0.1' });
    open.add(socket);
    socket.write(
      'POST /api/login HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{',
    );
    const answer = await new Promise<Buffer>((resolve) => socket.once('data', resolve));
    expect(String(answer)).toMatch(/^HTTP\/1\.1 408 /);
    expect(String(answer)).toContain(`"${new AppError('request.timeout').code}"`);
  });

  it('answers a one-click unsubscription whose form does not arrive in time with 408', async () => {
    await start({ bodyTimeoutMs: 200 });
    const socket = dripForm('POST', '/api/notifications/unsubscribe', 'multipart/form-data');
    const answer = await new Promise<Buffer>((resolve) => socket.once('data', resolve));
    expect(String(answer)).toMatch(/^HTTP\/1\.1 408 /);
  });

  it.each([
    ['POST', '/api/logout', 'multipart/form-data'],
    ['GET', '/livez', 'multipart/form-data'],
    ['GET', '/livez', 'application/json'],
  ])('closes the connection of %s %s whose body of %s nothing reads and never ends', async (...call) => {
    await start({ bodyTimeoutMs: 200 });
    const socket = dripForm(...call);
    const closed = new Promise((resolve) => socket.once('close', resolve));
    const answer = await new Promise<Buffer>((resolve) => socket.once('data', resolve));
    expect(String(answer)).toMatch(/^HTTP\/1\.1 (?:20[04]|415) /);
    await closed;
  });

  it('receives a form whose media type is written in capitals', async () => {
    await start({});
    const headers = { 'content-type': 'Multipart/Form-Data; boundary=x' };
    expect((await upload(HONEST, 3 * MEBIBYTE, headers)).statusCode).toBe(201);
  });

  it.each([
    ['without a body', { path: '/livez' }, undefined],
    ['with a read body', { method: 'POST', path: '/api/login' }, '{}'],
    ['with a body of a type that is not accepted', { method: 'POST', path: '/api/login', type: 'a/b' }, 'x'],
  ])('does not end a call %s after the timeout for bodies', async (_, { type, ...options }: Call, body) => {
    await start({ bodyTimeoutMs: 50 });
    const headers = { 'content-type': type ?? 'application/json' };
    const response = await call(HONEST, { ...options, ...(body && { headers }) }, body);
    await text(response);
    // An error on a stream without a listener would end this process.
    await sleep(150);
    expect((await call(HONEST, { path: '/livez' })).statusCode).toBe(200);
  });

  it('allows a download to take longer than the timeout for bodies', async () => {
    await start({ bodyTimeoutMs: 50 });
    const response = await download(HONEST);
    await sleep(150);
    expect(await buffer(response)).toHaveLength(FILE_BYTES);
  });
});

const formHead =
  '--x\r\nContent-Disposition: form-data; name="file"; filename="a.bin"\r\nContent-Type: text/plain\r\n\r\n';
