import { All, Controller } from '@nestjs/common';
import { AppError } from '@waybill/contracts';

/**
 * Answers 404 for unknown addresses below `/api/admin`. Looks up the session like the existing routes, so that neither
 * the response nor its timing reveals which addresses exist.
 */
@Controller()
export class UnknownAdminAddressController {
  @All('api/admin/*')
  refuse(): never {
    throw new AppError('request.not-found');
  }
}
