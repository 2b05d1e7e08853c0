import geoip from 'geoip-lite';
import { countryName, locateAddress } from './geo-ip.js';

describe('geolocation by IP address', () => {
  it('finds the country of a public address', async () => {
    expect((await locateAddress('8.8.8.8')).countryCode).toBe('US');
    expect((await locateAddress('2001:4860:4860::8888')).countryCode).toBe('US');
  });

  it.each(['127.0.0.1', '10.1.2.3', '172.16.0.1', '172.31.255.254', '192.168.0.1', '::1', 'unknown', ''])(
    'returns an empty location for %j',
    async (address) => {
      expect(await locateAddress(address)).toEqual({ countryCode: '', region: '', city: '' });
    },
  );

  it('finds the same places as geoip-lite, for random addresses of either family', async () => {
    const bytes = (count: number) => Array.from({ length: count }, () => Math.floor(Math.random() * 256));
    const ipv6 = () =>
      bytes(8).reduce(
        (text, byte, at) => text + (at % 2 ? '' : ':') + byte.toString(16).padStart(2, '0'),
        '',
      );
    const addresses = [
      ...Array.from({ length: 2000 }, () => bytes(4).join('.')),
      ...Array.from({ length: 2000 }, () => `2a0${Math.floor(Math.random() * 16).toString(16)}${ipv6()}::1`),
      ...['0.0.0.0', '255.255.255.255', '::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '::ffff:8.8.8.8'],
    ];
    const expected = addresses.map((address) => {
      const found = geoip.lookup(address);
      return { countryCode: found?.country ?? '', region: found?.region ?? '', city: found?.city ?? '' };
    });
    expect(await Promise.all(addresses.map(locateAddress))).toEqual(expected);
    expect(expected.filter(({ countryCode }) => countryCode !== '').length).toBeGreaterThan(1000);
  });

  it('names countries in English', () => {
    expect(countryName('DE')).toBe('Germany');
    expect(countryName('')).toBe('');
    expect(countryName('T1')).toBe('');
  });
});
