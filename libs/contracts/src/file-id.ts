/** Five groups of hexadecimal digits, in any case (spec §2). */
export const FILE_ID_PATTERN = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Returns the id in lower case, or null if it is malformed. Like `fileIdSchema`, but without loading zod. */
export function parseFileId(text: string | null | undefined): string | null {
  return text && FILE_ID_PATTERN.test(text) ? text.toLowerCase() : null;
}
