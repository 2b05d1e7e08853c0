import type { FastifyRequest } from 'fastify';
import { isIP } from 'node:net';

const ADDRESS_WITH_PORT = /^(?:\[(?<v6>[^\]]+)\](?::\d+)?|(?<v4>[\d.]+):\d+)$/;

/**
 * IP address of the client, without a port. Some trusted proxies append the port to `X-Forwarded-For`, which would
 * turn every connection into a new client. Falls back to the proxy's own address if the header holds no IP address.
 */
export function clientAddress({ ip, socket }: Pick<FastifyRequest, 'ip' | 'socket'>): string {
  const { v4, v6 } = ADDRESS_WITH_PORT.exec(ip)?.groups ?? {};
  const address = v4 ?? v6 ?? ip;
  return isIP(address) === 0 ? (socket.remoteAddress ?? '') : address;
}
