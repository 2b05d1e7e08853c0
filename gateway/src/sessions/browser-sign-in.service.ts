import { Injectable } from '@nestjs/common';
import { Bus } from '@waybill/bus/client';
import { claimFiles, logOut, type User } from '@waybill/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { randomBytes } from 'node:crypto';
import { clientAddress } from '../http/client-address.js';
import { CookiesService } from '../http/cookies.service.js';
import { SessionCacheService } from './session-cache.service.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Id of the device that signs in. Set by BrowserSignInService. */
    device?: string;
  }
}

/** Signs a browser in with a session that auth has opened, whatever the sign-in method. */
@Injectable()
export class BrowserSignInService {
  constructor(
    private readonly bus: Bus,
    private readonly cookies: CookiesService,
    private readonly sessions: SessionCacheService,
  ) {}

  /** Describes the client of a sign-in, as auth records it. A browser without a device cookie gets a new device id. */
  clientOf(request: FastifyRequest) {
    request.device ??= this.cookies.device(request) ?? randomBytes(32).toString('base64url');
    return {
      address: clientAddress(request),
      userAgent: request.headers['user-agent'] ?? '',
      device: request.device,
    };
  }

  /** Moves the files of the browser to the account, ends its former session and sets the cookies of the new one. */
  async signIn(
    request: FastifyRequest,
    reply: FastifyReply,
    { user, sessionToken }: { readonly user: User; readonly sessionToken: string },
  ): Promise<User> {
    const browserId = this.cookies.browserId(request);
    if (browserId !== null) await this.claim(browserId, user.id, sessionToken);
    await this.endFormerSession(request);
    this.cookies.setSession(reply, sessionToken);
    if (request.device !== undefined) this.cookies.setDevice(reply, request.device);
    return user;
  }

  /** Ends the new session if the claim fails, because the browser does not get its cookie. */
  private async claim(browserId: string, userId: string, sessionToken: string): Promise<void> {
    try {
      await this.bus.request(claimFiles, { browserId, userId });
    } catch (error) {
      await this.bus.request(logOut, { sessionToken });
      throw error;
    }
  }

  /** Ends the session that the browser had before: its cookie is about to be replaced. */
  private async endFormerSession(request: FastifyRequest): Promise<void> {
    const sessionToken = this.cookies.sessionToken(request);
    if (sessionToken === null) return;
    const user = await this.sessions.resolveUser(sessionToken);
    if (!user) return;
    await this.bus.request(logOut, { sessionToken });
    await this.sessions.invalidate(user.email);
  }
}
