/** Pattern of every id: five groups of hexadecimal digits, in any case (spec §2). */
export const ID_PATTERN = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Returns the id in lower case, or null if it is malformed. Like `idSchema`, but without loading zod. */
export function parseId(text: string | null | undefined): string | null {
  return text && ID_PATTERN.test(text) ? text.toLowerCase() : null;
}
