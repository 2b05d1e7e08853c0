import type { LookupAddress } from 'node:dns';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { WebhookReceiver } from '@waybill/testing';
import { postWebhook, type WebhookPost } from './post-webhook.js';

describe('postWebhook', () => {
  let receiver: WebhookReceiver;
  beforeEach(async () => void (receiver = await WebhookReceiver.start()));
  afterEach(() => receiver.close());

  const loopback: LookupAddress = { address: '127.0.0.1', family: 4 };
  const names = (...answers: LookupAddress[][]) => {
    const asked: string[] = [];
    const resolve = (name: string) => {
      asked.push(name);
      return Promise.resolve(answers[asked.length - 1] ?? []);
    };
    return { asked, resolve };
  };
  const post = (changes: Partial<WebhookPost> = {}) =>
    postWebhook({
      url: new URL(receiver.url()),
      headers: { 'content-type': 'application/json' },
      body: '{"a":"é"}',
      resolve: () => Promise.reject(new Error('No name is expected')),
      allowsPrivate: true,
      signal: AbortSignal.timeout(2000),
      ...changes,
    });
  const named = (path = '/hook') => new URL(`http://hooks.example.org:${receiver.port}${path}`);

  it('connects to the address that a name was resolved to, and keeps the name as the host', async () => {
    const { asked, resolve } = names([loopback]);
    await expect(post({ url: named(), resolve })).resolves.toEqual({ status: 204, text: '' });
    expect(asked).toEqual(['hooks.example.org']);
    expect(receiver.posts).toEqual([expect.objectContaining({ path: '/hook', body: '{"a":"é"}' })]);
    expect(receiver.posts[0]?.headers.host).toBe(`hooks.example.org:${receiver.port}`);
  });

  it.each([
    ['loopback', [loopback]],
    [
      'private ones only',
      [
        { address: '10.0.0.1', family: 4 },
        { address: 'fd00::1', family: 6 },
      ],
    ],
    ['a mapped address', [{ address: '::ffff:127.0.0.1', family: 6 }]],
    ['nothing', []],
  ])('refuses a name that resolves to %s', async (_, found) => {
    const { resolve } = names(found);
    await expect(post({ url: named(), resolve, allowsPrivate: false })).rejects.toThrow(
      'resolves to a private address',
    );
    expect(receiver.posts).toEqual([]);
  });

  it('asks for a name once, so that DNS cannot give another address to the connection', async () => {
    // 192.0.2.0/24 is routed nowhere, so the connection fails. The second answer, a loopback address, must not be used.
    const { asked, resolve } = names([{ address: '192.0.2.1', family: 4 }], [loopback]);
    const signal = AbortSignal.timeout(300);
    await expect(post({ url: named(), resolve, allowsPrivate: false, signal })).rejects.toThrow();
    expect(asked).toEqual(['hooks.example.org']);
    expect(receiver.posts).toEqual([]);
  });

  it('refuses a literal private address that an earlier setting allowed', async () => {
    await expect(post({ allowsPrivate: false })).rejects.toThrow('The address is private');
  });

  it('follows no redirect', async () => {
    receiver.answer = ({ path }) =>
      path === '/hook' ? { status: 302, headers: { location: '/secret' } } : { status: 200 };
    await expect(post()).resolves.toMatchObject({ status: 302 });
    expect(receiver.posts.map(({ path }) => path)).toEqual(['/hook']);
  });

  it('keeps little of a long answer, without control characters', async () => {
    receiver.answer = () => ({ status: 500, body: `a\u0000b\n${'x'.repeat(5_000_000)}` });
    const { status, text } = await post();
    expect(status).toBe(500);
    expect(text).toHaveLength(200);
    expect(text.startsWith('a b xxx')).toBe(true);
  });

  it('gives up on a receiver that does not answer', async () => {
    receiver.answer = () => null;
    await expect(post({ signal: AbortSignal.timeout(100) })).rejects.toThrow(/abort|timeout/i);
  });

  it('takes a switch of protocols as an answer, and closes the connection', async () => {
    const server = createServer((socket) =>
      socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n'),
    ).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const closed = once(server, 'connection').then(([socket]) => once((socket as Socket).resume(), 'close'));
    const { port } = server.address() as AddressInfo;

    await expect(post({ url: new URL(`http://127.0.0.1:${port}`) })).resolves.toEqual({
      status: 101,
      text: '',
    });

    await closed;
    server.close();
  });

  it('gives up on a name that does not resolve in time', async () => {
    const resolve = () => new Promise<LookupAddress[]>(() => undefined);
    await expect(post({ url: named(), resolve, signal: AbortSignal.timeout(50) })).rejects.toThrow();
  });
});
