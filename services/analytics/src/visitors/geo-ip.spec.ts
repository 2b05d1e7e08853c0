import { countryName, locateAddress } from './geo-ip.js';

describe('geolocation by IP address', () => {
  it('finds the country of a public address', async () => {
    expect((await locateAddress('8.8.8.8')).countryCode).toBe('US');
    expect((await locateAddress('2001:4860:4860::8888')).countryCode).toBe('US');
  });

  it.each(['127.0.0.1', '10.1.2.3', '192.168.0.1', '::1', 'unknown', ''])(
    'returns an empty location for %j',
    async (address) => {
      expect(await locateAddress(address)).toEqual({ countryCode: '', region: '', city: '' });
    },
  );

  it('names countries in English', () => {
    expect(countryName('DE')).toBe('Germany');
    expect(countryName('')).toBe('');
    expect(countryName('T1')).toBe('');
  });
});
