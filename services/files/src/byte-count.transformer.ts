/** Converts a bigint, which the driver returns as text, to a number. Sizes are far below 2^53. */
export const byteCount = {
  to: (bytes: number): number => bytes,
  from: (bytes: string): number => Number(bytes),
};

/** Like `byteCount`, for a nullable column. */
export const optionalByteCount = {
  to: (bytes: number | null): number | null => bytes,
  from: (bytes: string | null): number | null => (bytes === null ? null : Number(bytes)),
};
