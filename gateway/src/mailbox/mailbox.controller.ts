import { Controller, Inject, Param, Req } from '@nestjs/common';
import { Bus } from '@waybill/bus/client';
import { AppError, type MailSummary, listMails, getMail, type MailDetail } from '@waybill/contracts';
import { mailboxRoutes } from '@waybill/contracts/http';
import type { FastifyRequest } from 'fastify';
import { GATEWAY_MODULE_OPTIONS, type GatewayModuleOptions } from '../options/gateway.module-options.js';
import { Route } from '../http/route.decorator.js';
import { isAtThisMachine } from './at-this-machine.js';

/**
 * Mails that were kept because there is no mail server, for whoever sits at this machine. Anyone else, and everyone
 * where mails are sent, finds nothing at this address.
 */
@Controller()
export class MailboxController {
  constructor(
    private readonly bus: Bus,
    @Inject(GATEWAY_MODULE_OPTIONS) private readonly options: GatewayModuleOptions,
  ) {}

  @Route('GET /api/mailbox', mailboxRoutes.listMails)
  async list(@Req() request: FastifyRequest): Promise<MailSummary[]> {
    this.refuseOthers(request);
    const { mails } = await this.bus.request(listMails, {});
    if (mails === null) throw new AppError('request.not-found');
    return mails;
  }

  @Route('GET /api/mailbox/{id}', mailboxRoutes.getMail)
  async open(@Req() request: FastifyRequest, @Param('id') id: string): Promise<MailDetail> {
    this.refuseOthers(request);
    const { mail } = await this.bus.request(getMail, { id: id.slice(0, 300) });
    if (mail === null) throw new AppError('request.not-found');
    return mail;
  }

  private refuseOthers({ raw }: FastifyRequest): void {
    const { publicUrl, trustProxy } = this.options;
    if (!isAtThisMachine(raw, { publicUrl, trustsProxy: trustProxy !== false })) {
      throw new AppError('request.not-found');
    }
  }
}
