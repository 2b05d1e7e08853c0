import type { z } from 'zod';
import { AppError } from './app-error.js';

/**
 * Fallback for a field whose schema has no sentence: messages of the validation library are not meant for users.
 */
const UNREADABLE_FIELD = 'Please check this field';

/**
 * Parses `value` by the schema.
 * @throws AppError `request.invalid` with one sentence per field, or with no field if `value` is not an object
 */
export function parse<S extends z.ZodType>(schema: S, value: unknown): z.infer<S> {
  const result = schema.safeParse(value, { error: () => UNREADABLE_FIELD });
  if (result.success) return result.data;
  const seen = new Set<string>();
  const errors = result.error.issues
    .map(({ path, message }) => ({ field: path.join('.'), message }))
    .filter(({ field }) => field !== '' && !seen.has(field) && seen.add(field));
  throw errors.length > 0 ? AppError.invalid(errors) : new AppError('request.invalid');
}
