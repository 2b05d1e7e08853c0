import { isAtThisMachine } from './at-this-machine.js';

const local = {
  socket: { remoteAddress: '127.0.0.1' },
  headers: { host: 'localhost:3000' },
  httpVersion: '1.1',
};
const atHome = { publicUrl: new URL('http://localhost:3000'), trustsProxy: false };

describe('a request made at this machine', () => {
  it.each(['127.0.0.1', '::1', '::ffff:127.0.0.1', '127.8.9.10'])('may come from %s', (remoteAddress) => {
    expect(isAtThisMachine({ ...local, socket: { remoteAddress } }, atHome)).toBe(true);
  });

  it.each(['localhost', '127.0.0.1:3000', '[::1]:3000'])('may call this machine %s', (host) => {
    expect(isAtThisMachine({ ...local, headers: { host } }, atHome)).toBe(true);
  });

  it.each(['192.168.1.7', '10.0.0.1', '::ffff:10.0.0.1', '2001:db8::1', 'nonsense', undefined])(
    'never comes from %s',
    (remoteAddress) => {
      expect(isAtThisMachine({ ...local, socket: { remoteAddress } }, atHome)).toBe(false);
    },
  );

  it.each([
    'waybill.example',
    'localhost.evil.example',
    '127.0.0.1.nip.io',
    'evil@waybill.example',
    undefined,
  ])('never calls this machine %s, as a page elsewhere might after turning its name around', (host) => {
    expect(isAtThisMachine({ ...local, headers: { host } }, atHome)).toBe(false);
  });

  it.each([
    { 'x-forwarded-for': '127.0.0.1' },
    { 'x-real-ip': '127.0.0.1' },
    { forwarded: 'for=127.0.0.1' },
    { via: '1.1 proxy' },
  ])('carries no %j of a proxy', (header) => {
    expect(isAtThisMachine({ ...local, headers: { ...local.headers, ...header } }, atHome)).toBe(false);
  });

  it('does not speak as proxies do', () => {
    expect(isAtThisMachine({ ...local, httpVersion: '1.0' }, atHome)).toBe(false);
  });

  it('is never assumed where a proxy or a public address is configured', () => {
    expect(isAtThisMachine(local, { ...atHome, trustsProxy: true })).toBe(false);
    const publicUrl = new URL('https://waybill.example');
    expect(isAtThisMachine(local, { ...atHome, publicUrl })).toBe(false);
  });
});
