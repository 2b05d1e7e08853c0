import type { FastifyRequest } from 'fastify';
import { clientAddress } from './client-address.js';

const socket = { remoteAddress: '10.0.0.1' } as FastifyRequest['socket'];

describe('the address of a client', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['203.0.113.7:51234', '203.0.113.7'],
    ['2001:db8::1', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['[2001:db8::1]:51234', '2001:db8::1'],
    ['::ffff:203.0.113.7', '::ffff:203.0.113.7'],
  ])('told as %s is %s', (ip, address) => {
    expect(clientAddress({ ip, socket })).toBe(address);
  });

  it.each(['unknown', '_hidden', '', '999.1.1.1:80', '[nonsense]:80'])(
    'told as %j is that of who told it',
    (ip) => expect(clientAddress({ ip, socket })).toBe('10.0.0.1'),
  );
});
