import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import { AppError } from '@waybill/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { GATEWAY_CONFIG, type GatewayConfig } from '../gateway.config.js';

/** Any address that is neither a call nor a file of the built client is a screen of the client. */
@Controller()
export class ClientController {
  constructor(@Inject(GATEWAY_CONFIG) private readonly config: GatewayConfig) {}

  @Get('*')
  async screen(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const path = request.url.split('?', 1)[0] ?? '/';
    if (this.config.webRoot === null || path.startsWith('/api/') || path.startsWith('/assets/')) {
      throw new AppError('request.not-found');
    }
    if (path.toLowerCase().startsWith('/embed/')) allowFraming(reply);
    await reply.header('cache-control', 'no-cache').sendFile('index.html', this.config.webRoot);
  }
}

/** The embed page is made for other people's sites. */
function allowFraming(reply: FastifyReply): void {
  const policy = String(reply.getHeader('content-security-policy'));
  void reply
    .header('content-security-policy', policy.replace("frame-ancestors 'self'", 'frame-ancestors *'))
    .removeHeader('x-frame-options')
    .header('cross-origin-resource-policy', 'cross-origin');
}
