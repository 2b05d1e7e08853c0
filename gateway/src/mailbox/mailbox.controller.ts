import { Controller, Inject, Param, Req } from '@nestjs/common';
import { Bus } from '@waybill/bus/client';
import { AppError, getMail, listMails, type MailDetail, type MailSummary } from '@waybill/contracts';
import { mailboxRoutes } from '@waybill/contracts/http';
import type { FastifyRequest } from 'fastify';
import { SkipSession } from '../http/access.decorator.js';
import { Route } from '../http/route.decorator.js';
import { GATEWAY_MODULE_OPTIONS, type GatewayModuleOptions } from '../options/gateway.module-options.js';
import { isMailboxKey, MAILBOX_COOKIE } from './mailbox-key.js';

/**
 * Mails that were kept because no mail server is configured, for browsers that opened the link on the console. Answers
 * 404 to all other clients, and to everyone if a mail server is configured (docs/decisions/mailbox.md).
 */
@Controller()
@SkipSession()
export class MailboxController {
  constructor(
    private readonly bus: Bus,
    @Inject(GATEWAY_MODULE_OPTIONS) private readonly options: GatewayModuleOptions,
  ) {}

  @Route('GET /api/mailbox', mailboxRoutes.listMails)
  async list(@Req() request: FastifyRequest): Promise<MailSummary[]> {
    this.requireKey(request);
    const { mails } = await this.bus.request(listMails, {});
    if (mails === null) throw new AppError('request.not-found');
    return mails;
  }

  @Route('GET /api/mailbox/{id}', mailboxRoutes.getMail)
  async get(@Req() request: FastifyRequest, @Param('id') id: string): Promise<MailDetail> {
    this.requireKey(request);
    const { mail } = await this.bus.request(getMail, { id: id.slice(0, 300) });
    if (mail === null) throw new AppError('request.not-found');
    return mail;
  }

  private requireKey({ cookies }: FastifyRequest): void {
    if (!isMailboxKey(cookies[MAILBOX_COOKIE], this.options.mailboxKey)) {
      throw new AppError('request.not-found');
    }
  }
}
