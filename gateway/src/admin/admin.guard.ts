import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { AppError } from '@waybill/contracts';
import { SecurityLog } from '@waybill/service-kit';
import type { FastifyRequest } from 'fastify';
import { clientAddress } from '../http/client-address.js';

/**
 * Answers everyone but administrators with the status and body of an unknown address, so that they cannot find out that
 * the administration exists. Runs after the session guard, and before the request is validated.
 */
@Injectable()
export class AdminGuard implements CanActivate {
  constructor(private readonly securityLog: SecurityLog) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const { user } = request;
    if (user?.isAdmin === true) return true;
    const client = { accountId: user?.id ?? null, address: clientAddress(request) };
    this.securityLog.record('administration.refused', client);
    throw new AppError('request.not-found');
  }
}
