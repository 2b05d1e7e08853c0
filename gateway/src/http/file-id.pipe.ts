import { Injectable, type PipeTransform } from '@nestjs/common';
import { fileIdSchema, parse, AppError } from '@waybill/contracts';
import type { z } from 'zod';

/** Reads a body or query as a contract's schema does. @throws AppError `request.invalid` */
export function valid<S extends z.ZodType>(schema: S): PipeTransform<unknown, z.infer<S>> {
  return { transform: (value: unknown) => parse(schema, value ?? {}) };
}

/** The id in the address. Anything that is no id names no file. */
@Injectable()
export class FileIdPipe implements PipeTransform<string, string> {
  transform(value: string): string {
    const result = fileIdSchema.safeParse(value);
    if (!result.success) throw new AppError('files.not-found');
    return result.data;
  }
}
