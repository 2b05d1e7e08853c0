import type { FastifyRequest } from 'fastify';
import { isIP } from 'node:net';

const WITH_PORT = /^(?:\[(?<v6>[^\]]+)\](?::\d+)?|(?<v4>[\d.]+):\d+)$/;

/**
 * Who asks, as a bare IP address. Some trusted proxies tell it with a port, which would make a new client of each
 * connection; what is no address at all is taken for the proxy itself.
 */
export function clientAddress({ ip, socket }: Pick<FastifyRequest, 'ip' | 'socket'>): string {
  const { v4, v6 } = WITH_PORT.exec(ip)?.groups ?? {};
  const bare = v4 ?? v6 ?? ip;
  return isIP(bare) === 0 ? (socket.remoteAddress ?? '') : bare;
}
