import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { AppError } from '@waybill/contracts';
import type { FastifyRequest } from 'fastify';

/**
 * Answers everyone but administrators with the status and body of an unknown address, so that they cannot find out that
 * the administration exists. Runs after the session guard, and before the request is validated.
 */
@Injectable()
export class AdminGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { user } = context.switchToHttp().getRequest<FastifyRequest>();
    if (user?.isAdmin !== true) throw new AppError('request.not-found');
    return true;
  }
}
