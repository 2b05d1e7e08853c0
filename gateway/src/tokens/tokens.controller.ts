import { Controller, Param, Req, UseInterceptors } from '@nestjs/common';
import { Bus } from '@waybill/bus/client';
import {
  AppError,
  type Caller,
  createToken,
  listTokens,
  type OutputOf,
  revokeToken,
  type TokenView,
  type User,
} from '@waybill/contracts';
import { tokenRoutes } from '@waybill/contracts/http';
import type { FastifyRequest } from 'fastify';
import { CurrentCaller, CurrentUser } from '../http/caller.decorator.js';
import { CookiesService } from '../http/cookies.service.js';
import { Route } from '../http/route.decorator.js';
import { type BodyOf, ValidBody } from '../http/valid.decorator.js';
import { InvalidateSessionCacheInterceptor } from '../sessions/invalidate-session-cache.interceptor.js';

const tokenIdSchema = tokenRoutes.revokeToken.params.shape.id;

/** Access tokens of the signed-in account. */
@Controller()
@UseInterceptors(InvalidateSessionCacheInterceptor)
export class TokensController {
  constructor(
    private readonly bus: Bus,
    private readonly cookies: CookiesService,
  ) {}

  @Route('POST /api/tokens', tokenRoutes.createToken)
  create(
    @CurrentUser() user: User,
    @ValidBody(tokenRoutes.createToken) form: BodyOf<typeof tokenRoutes.createToken>,
    @CurrentCaller() { address }: Caller,
    @Req() request: FastifyRequest,
  ): Promise<OutputOf<typeof createToken>> {
    const sessionToken = this.cookies.requireSession(request);
    return this.bus.request(createToken, { userId: user.id, sessionToken, form, address });
  }

  @Route('GET /api/tokens', tokenRoutes.listTokens)
  async list(@CurrentUser() user: User): Promise<TokenView[]> {
    return (await this.bus.request(listTokens, { userId: user.id })).tokens;
  }

  @Route('DELETE /api/tokens/{id}', tokenRoutes.revokeToken)
  async revoke(
    @CurrentUser() user: User,
    @Param('id') id: string,
    @CurrentCaller() { address }: Caller,
  ): Promise<void> {
    const { data: tokenId } = tokenIdSchema.safeParse(id);
    if (tokenId === undefined) throw new AppError('request.not-found');
    await this.bus.request(revokeToken, { userId: user.id, tokenId, address });
  }
}
