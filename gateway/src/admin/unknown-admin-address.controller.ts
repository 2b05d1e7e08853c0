import { All, Controller } from '@nestjs/common';
import { AppError } from '@waybill/contracts';

/**
 * Every other address below `/api/admin`, with the session lookup of the existing ones: neither the answer nor its time
 * reveals which exist.
 */
@Controller()
export class UnknownAdminAddressController {
  @All('api/admin/*')
  refuse(): never {
    throw new AppError('request.not-found');
  }
}
