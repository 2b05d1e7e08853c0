import { PLAIN_CHUNK_SIZE, STORED_CHUNK_SIZE } from './encryption/encrypted-format.js';

/** Address and credentials of an S3-compatible object store. */
export interface S3Options {
  /** `http://` or `https://`, host and port. */
  readonly endpoint: URL;
  readonly region: string;
  /** Created if missing, unless `mustExist`. */
  readonly bucket: string;
  /** Whether calls fail without the bucket instead of creating it. */
  readonly mustExist?: boolean;
  readonly accessKey: string;
  readonly secretKey: string;
}

const MEBIBYTE = 1024 * 1024;

/** In bytes: the minimum of S3, because each running put holds two parts. */
export const PART_SIZE = 5 * MEBIBYTE;

/** Maximum number of parts of an object in S3. */
export const MAX_PARTS = 10_000;

/** Bytes of the largest file that fits into one object of parts of PART_SIZE, 48.8 GiB. */
export const MAX_S3_FILE_SIZE = Math.floor((MAX_PARTS * PART_SIZE) / STORED_CHUNK_SIZE) * PLAIN_CHUNK_SIZE;

/** Bytes of each part of an object, in whole mebibytes: PART_SIZE unless the object would have too many parts. */
export function partSizeFor(size = 0): number {
  return Math.max(PART_SIZE, Math.ceil(size / MAX_PARTS / MEBIBYTE) * MEBIBYTE);
}
