/** PostgreSQL's bigint as a number. Sizes are far below 2^53. */
export const byteCount = {
  to: (bytes: number): number => bytes,
  from: (bytes: string): number => Number(bytes),
};
