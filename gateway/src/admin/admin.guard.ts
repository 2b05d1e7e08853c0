import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { AppError } from '@waybill/contracts';
import type { FastifyRequest } from 'fastify';

/**
 * Hides the administration from everyone else: same status and body as an unknown address. Runs after the session guard,
 * and before anything of the request is validated.
 */
@Injectable()
export class AdminGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { user } = context.switchToHttp().getRequest<FastifyRequest>();
    if (user?.isAdmin !== true) throw new AppError('request.not-found');
    return true;
  }
}
