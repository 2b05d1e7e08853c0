import { Injectable, type PipeTransform } from '@nestjs/common';
import { AppError, fileIdSchema } from '@waybill/contracts';

/** Parses a bundle id from the URL. Malformed ids answer 404, like unknown ones. */
@Injectable()
export class BundleIdPipe implements PipeTransform<string, string> {
  transform(value: string): string {
    const result = fileIdSchema.safeParse(value);
    if (!result.success) throw new AppError('bundles.not-found');
    return result.data;
  }
}
