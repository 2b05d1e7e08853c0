import type { z } from 'zod';
import { AppError } from './app-error.js';

/** For a field whose schema has no sentence of its own: a library's own words are not for people. */
const UNREADABLE_FIELD = 'Please check this field';

/**
 * `value` as the schema reads it.
 * @throws AppError `request.invalid`, with one sentence per field; without any where `value` has no fields at all.
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
