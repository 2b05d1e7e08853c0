/** PostgreSQL's bigint as a number. Sizes are far below 2^53. */
export const byteCount = {
  to: (bytes: number): number => bytes,
  from: (bytes: string): number => Number(bytes),
};

/** The same for a column that may be null. */
export const optionalByteCount = {
  to: (bytes: number | null): number | null => bytes,
  from: (bytes: string | null): number | null => (bytes === null ? null : Number(bytes)),
};
