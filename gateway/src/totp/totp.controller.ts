import { Controller, Req, UseInterceptors } from '@nestjs/common';
import { Bus } from '@waybill/bus/client';
import {
  beginTotp,
  type Caller,
  confirmTotp,
  getTotp,
  type OutputOf,
  removeTotp,
  type TotpStatus,
  type User,
} from '@waybill/contracts';
import { totpRoutes } from '@waybill/contracts/http';
import type { FastifyRequest } from 'fastify';
import { CurrentCaller, CurrentUser } from '../http/caller.decorator.js';
import { CookiesService } from '../http/cookies.service.js';
import { Route } from '../http/route.decorator.js';
import { type BodyOf, ValidBody } from '../http/valid.decorator.js';
import { InvalidateSessionCacheInterceptor } from '../sessions/invalidate-session-cache.interceptor.js';

/** Two-step log-in of the signed-in account. */
@Controller()
@UseInterceptors(InvalidateSessionCacheInterceptor)
export class TotpController {
  constructor(
    private readonly bus: Bus,
    private readonly cookies: CookiesService,
  ) {}

  @Route('GET /api/user/totp', totpRoutes.getTotp)
  get(@CurrentUser() user: User): Promise<TotpStatus> {
    return this.bus.request(getTotp, { userId: user.id });
  }

  @Route('POST /api/user/totp', totpRoutes.beginTotp)
  begin(
    @CurrentUser() user: User,
    @ValidBody(totpRoutes.beginTotp) form: BodyOf<typeof totpRoutes.beginTotp>,
    @CurrentCaller() { address }: Caller,
    @Req() request: FastifyRequest,
  ): Promise<OutputOf<typeof beginTotp>> {
    return this.bus.request(beginTotp, {
      userId: user.id,
      sessionToken: this.cookies.requireSession(request),
      form,
      address,
    });
  }

  @Route('POST /api/user/totp/confirm', totpRoutes.confirmTotp)
  confirm(
    @CurrentUser() user: User,
    @ValidBody(totpRoutes.confirmTotp) { code }: BodyOf<typeof totpRoutes.confirmTotp>,
    @CurrentCaller() { address }: Caller,
  ): Promise<OutputOf<typeof confirmTotp>> {
    return this.bus.request(confirmTotp, { userId: user.id, code, address });
  }

  @Route('DELETE /api/user/totp', totpRoutes.removeTotp)
  async remove(
    @CurrentUser() user: User,
    @ValidBody(totpRoutes.removeTotp) form: BodyOf<typeof totpRoutes.removeTotp>,
    @CurrentCaller() { address }: Caller,
    @Req() request: FastifyRequest,
  ): Promise<void> {
    await this.bus.request(removeTotp, {
      userId: user.id,
      sessionToken: this.cookies.requireSession(request),
      form,
      address,
    });
  }
}
