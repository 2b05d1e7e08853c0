import { All, Controller, UseGuards } from '@nestjs/common';
import { AppError } from '@waybill/contracts';
import { AdminGuard } from './admin.guard.js';

/**
 * Answers 404 for unknown addresses below `/api/admin`. Looks up the session and records the refusal like the existing
 * routes, so that neither the response nor its timing reveals which addresses exist.
 */
@Controller()
@UseGuards(AdminGuard)
export class UnknownAdminAddressController {
  @All('api/admin/*')
  refuse(): never {
    throw new AppError('request.not-found');
  }
}
