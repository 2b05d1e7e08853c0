import { DnsServer } from '../testing/dns-server.js';
import { nameResolver } from './resolve-name.js';

describe('nameResolver', () => {
  let server: DnsServer;
  beforeEach(async () => void (server = await DnsServer.start()));
  afterEach(() => server.close());

  const resolve = (name: string, allowsPrivate = false, signal = AbortSignal.timeout(5000)) =>
    nameResolver({ allowsPrivate, dnsServers: [server.address] })(name, signal);

  it('finds the addresses of both families, also those of an alias', async () => {
    server.records = (name) =>
      name === 'hooks.example.org'
        ? { alias: 'host.example.net' }
        : {
            ipv4: [
              [192, 0, 2, 1],
              [192, 0, 2, 2],
            ],
            ipv6: [[0x2001, 0xdb8, 0, 0, 0, 0, 0, 1]],
          };
    await expect(resolve('hooks.example.org')).resolves.toEqual([
      { address: '192.0.2.1', family: 4 },
      { address: '192.0.2.2', family: 4 },
      { address: '2001:db8::1', family: 6 },
    ]);
  });

  it.each([
    ['that does not exist', undefined],
    ['that has no address', {}],
  ])('fails with ENOTFOUND for a name %s', async (_, records) => {
    server.records = () => records;
    await expect(resolve('hooks.example.org')).rejects.toMatchObject({ code: 'ENOTFOUND' });
  });

  it('ends when the attempt ends, although the server never answers', async () => {
    server.records = () => null;
    const start = performance.now();
    await expect(resolve('hooks.example.org', false, AbortSignal.timeout(100))).rejects.toThrow(/timeout/);
    expect(performance.now() - start).toBeLessThan(1500);
    expect(server.questions).toContain('A hooks.example.org');
  });

  it('gives up a name whose server never answers before the attempt ends', async () => {
    server.records = () => null;
    const signal = AbortSignal.timeout(20_000);
    await expect(resolve('hooks.example.org', false, signal)).rejects.toMatchObject({ code: 'ETIMEOUT' });
  }, 30_000);

  it('resolves names of this machine by the system where private networks are allowed', async () => {
    const addresses = (await resolve('localhost', true)).map(({ address }) => address);
    expect(addresses.some((address) => ['127.0.0.1', '::1'].includes(address))).toBe(true);
    expect(server.questions).toEqual([]);
  });
});
