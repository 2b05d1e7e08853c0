import type { FastifyRequest } from 'fastify';
import { clientAddress } from './client-address.js';

const socket = { remoteAddress: '10.0.0.1' } as FastifyRequest['socket'];

describe('clientAddress', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['203.0.113.7:51234', '203.0.113.7'],
    ['2001:db8::1', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['[2001:db8::1]:51234', '2001:db8::1'],
    ['::ffff:203.0.113.7', '::ffff:203.0.113.7'],
  ])('parses %s as %s', (ip, address) => {
    expect(clientAddress({ ip, socket })).toBe(address);
  });

  it.each(['unknown', '_hidden', '', '999.1.1.1:80', '[nonsense]:80'])(
    'falls back to the address of the proxy for %j',
    (ip) => expect(clientAddress({ ip, socket })).toBe('10.0.0.1'),
  );
});
