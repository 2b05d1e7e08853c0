import { isPublicAddress, namesPrivateAddress } from './webhook-address.policy.js';

describe('isPublicAddress', () => {
  it.each(['93.184.215.14', '1.1.1.1', '172.15.0.1', '172.32.0.1', '2606:4700::1111', '2a00:1450:4001::8a'])(
    'takes %s for public',
    (address) => expect(isPublicAddress(address)).toBe(true),
  );

  it.each([
    ['unspecified', '0.0.0.0'],
    ['private', '10.1.2.3'],
    ['private', '172.16.0.1'],
    ['private', '172.31.255.255'],
    ['private', '192.168.1.1'],
    ['shared by a carrier', '100.64.0.1'],
    ['loopback', '127.8.9.1'],
    ['link-local, as the metadata of clouds', '169.254.169.254'],
    ['multicast', '224.0.0.1'],
    ['broadcast', '255.255.255.255'],
    ['unspecified', '::'],
    ['loopback', '::1'],
    ['mapped', '::ffff:127.0.0.1'],
    ['mapped', '::ffff:8.8.8.8'],
    ['compatible', '::127.0.0.1'],
    ['unique local', 'fd00::1'],
    ['link-local', 'fe80::1'],
    ['multicast', 'ff02::1'],
    ['6to4', '2002:7f00:1::'],
    ['NAT64', '64:ff9b::7f00:1'],
    ['Teredo', '2001:0:1::1'],
    ['no address', 'example.org'],
  ])('refuses a %s address: %s', (_, address) => expect(isPublicAddress(address)).toBe(false));
});

describe('namesPrivateAddress', () => {
  it.each([
    'http://127.0.0.1/',
    'http://127.1:8080/',
    'http://2130706433/',
    'http://0x7f000001/',
    'http://0177.0.0.1/',
    'http://0/',
    'http://[::1]/',
    'http://[::ffff:7f00:1]/',
    'http://[fe80::1]/',
    'http://localhost/',
    'http://LOCALHOST./',
    'http://a.localhost/',
    'http://printer.local/',
    'http://metadata.google.internal/',
    'http://postgres:5432/',
    'http://１２７.０.０.１/',
  ])('recognises %s', (url) => expect(namesPrivateAddress(new URL(url))).toBe(true));

  it.each([
    'https://example.org/',
    'http://8.8.8.8/',
    'http://[2606:4700::1111]/',
    'https://localhost.example.org/',
  ])('lets %s pass', (url) => expect(namesPrivateAddress(new URL(url))).toBe(false));
});
