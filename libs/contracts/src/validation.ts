import type { z } from 'zod';
import { AppError } from './app-error.js';

/**
 * `value` as the schema reads it.
 * @throws AppError `request.invalid`, with one sentence per field.
 */
export function parse<S extends z.ZodType>(schema: S, value: unknown): z.infer<S> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const seen = new Set<string>();
  const errors = result.error.issues
    .map(({ path, message }) => ({ field: path.join('.'), message }))
    .filter(({ field }) => !seen.has(field) && seen.add(field));
  throw AppError.invalid(errors);
}
