import type { PipeTransform } from '@nestjs/common';
import { AppError, type ErrorCode, idSchema } from '@waybill/contracts';

/** Parses an id from the URL. A malformed id answers 404 with the code of an unknown one. */
export class IdPipe implements PipeTransform<string, string> {
  constructor(private readonly notFound: ErrorCode) {}

  transform(value: string): string {
    const result = idSchema.safeParse(value);
    if (!result.success) throw new AppError(this.notFound);
    return result.data;
  }
}
