import { Controller, Param, Req, Res, UseInterceptors } from '@nestjs/common';
import { Bus } from '@waybill/bus/client';
import {
  addPasskey,
  beginPasskey,
  beginPasskeyLogIn,
  type Caller,
  listPasskeys,
  logInWithPasskey,
  type PasskeyOptions,
  type PasskeyView,
  removePasskey,
  renamePasskey,
  type User,
} from '@waybill/contracts';
import { passkeyRoutes } from '@waybill/contracts/http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CurrentCaller, CurrentUser } from '../http/caller.decorator.js';
import { CookiesService } from '../http/cookies.service.js';
import { IdPipe } from '../http/id.pipe.js';
import { Route } from '../http/route.decorator.js';
import { type BodyOf, ValidBody } from '../http/valid.decorator.js';
import { BrowserSignInService } from '../sessions/browser-sign-in.service.js';
import { InvalidateSessionCacheInterceptor } from '../sessions/invalidate-session-cache.interceptor.js';

/** Passkeys of the signed-in account, and log-in with them. */
@Controller()
@UseInterceptors(InvalidateSessionCacheInterceptor)
export class PasskeysController {
  constructor(
    private readonly bus: Bus,
    private readonly cookies: CookiesService,
    private readonly signIns: BrowserSignInService,
  ) {}

  @Route('POST /api/login/passkey/options', passkeyRoutes.beginPasskeyLogIn)
  async beginLogIn(@CurrentCaller() { address }: Caller): Promise<PasskeyOptions> {
    return (await this.bus.request(beginPasskeyLogIn, { address })).options;
  }

  @Route('POST /api/login/passkey', passkeyRoutes.logInWithPasskey)
  async logIn(
    @ValidBody(passkeyRoutes.logInWithPasskey) form: BodyOf<typeof passkeyRoutes.logInWithPasskey>,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<User> {
    const client = this.signIns.clientOf(request);
    return this.signIns.signIn(request, reply, await this.bus.request(logInWithPasskey, { ...client, form }));
  }

  @Route('GET /api/user/passkeys', passkeyRoutes.listPasskeys)
  async list(@CurrentUser() user: User): Promise<PasskeyView[]> {
    return (await this.bus.request(listPasskeys, { userId: user.id })).passkeys;
  }

  @Route('POST /api/user/passkeys/options', passkeyRoutes.beginPasskey)
  async begin(
    @CurrentUser() user: User,
    @ValidBody(passkeyRoutes.beginPasskey) form: BodyOf<typeof passkeyRoutes.beginPasskey>,
    @CurrentCaller() { address }: Caller,
    @Req() request: FastifyRequest,
  ): Promise<PasskeyOptions> {
    const sessionToken = this.cookies.requireSession(request);
    const input = { userId: user.id, sessionToken, form, address };
    return (await this.bus.request(beginPasskey, input)).options;
  }

  @Route('POST /api/user/passkeys', passkeyRoutes.addPasskey)
  add(
    @CurrentUser() user: User,
    @ValidBody(passkeyRoutes.addPasskey) form: BodyOf<typeof passkeyRoutes.addPasskey>,
    @CurrentCaller() { address }: Caller,
    @Req() request: FastifyRequest,
  ): Promise<PasskeyView> {
    const sessionToken = this.cookies.requireSession(request);
    return this.bus.request(addPasskey, { userId: user.id, sessionToken, form, address });
  }

  @Route('PUT /api/user/passkeys/{id}', passkeyRoutes.renamePasskey)
  rename(
    @CurrentUser() user: User,
    @Param('id', new IdPipe('auth.passkey-not-found')) passkeyId: string,
    @ValidBody(passkeyRoutes.renamePasskey) form: BodyOf<typeof passkeyRoutes.renamePasskey>,
  ): Promise<PasskeyView> {
    return this.bus.request(renamePasskey, { userId: user.id, passkeyId, form });
  }

  @Route('DELETE /api/user/passkeys/{id}', passkeyRoutes.removePasskey)
  async remove(
    @CurrentUser() user: User,
    @Param('id', new IdPipe('auth.passkey-not-found')) passkeyId: string,
    @CurrentCaller() { address }: Caller,
  ): Promise<void> {
    await this.bus.request(removePasskey, { userId: user.id, passkeyId, address });
  }
}
