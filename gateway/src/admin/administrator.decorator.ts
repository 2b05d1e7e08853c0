import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { AppError } from '@waybill/contracts';
import type { FastifyRequest } from 'fastify';
import type { Administrator } from './audit.service.js';

/** The administrator behind the request. Only on routes with AdminGuard. */
export const CurrentAdministrator = createParamDecorator(
  (_: unknown, context: ExecutionContext): Administrator => {
    const { user, caller } = context.switchToHttp().getRequest<FastifyRequest>();
    if (!user || !caller) throw new AppError('request.not-found');
    return { user, caller };
  },
);
