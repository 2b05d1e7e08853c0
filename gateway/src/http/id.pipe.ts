import type { PipeTransform } from '@nestjs/common';
import { AppError, type ErrorCode, fileIdSchema } from '@waybill/contracts';

/** Parses an id from the URL. A malformed id answers 404, like an unknown one. */
export abstract class IdPipe implements PipeTransform<string, string> {
  protected constructor(private readonly notFound: ErrorCode) {}

  transform(value: string): string {
    const result = fileIdSchema.safeParse(value);
    if (!result.success) throw new AppError(this.notFound);
    return result.data;
  }
}
