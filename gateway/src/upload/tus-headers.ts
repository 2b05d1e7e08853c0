import {
  AppError,
  rejectUnstorableText,
  storablePath,
  type UploadTarget,
  uploadTargetSchema,
} from '@waybill/contracts';
import { TUS_CHECKSUMS } from '@waybill/contracts/http';
import { z } from 'zod';
import type { IncomingHttpHeaders } from 'node:http';

export interface Checksum {
  readonly algorithm: (typeof TUS_CHECKSUMS)[number];
  readonly digest: Buffer;
}

export interface UploadMetadata {
  /** The `Upload-Metadata` header as sent. */
  readonly raw: string;
  readonly originalName: string;
  readonly target: UploadTarget | null;
}

const KEY = /^[\x21-\x2b\x2d-\x7e]+$/;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

function malformed(header: string): AppError {
  return new AppError('uploads.malformed-header', { header });
}

/** @returns null without the header @throws AppError `uploads.malformed-header` */
function countIn(headers: IncomingHttpHeaders, name: string, shown: string): number | null {
  const value = headers[name];
  if (value === undefined) return null;
  if (typeof value !== 'string' || !/^\d+$/.test(value)) throw malformed(shown);
  // Clamp: the largest safe integer also exceeds every limit.
  return Math.min(Number(value), Number.MAX_SAFE_INTEGER);
}

/** `Upload-Offset`. @throws AppError `uploads.malformed-header` */
export function offsetOf(headers: IncomingHttpHeaders): number {
  const offset = countIn(headers, 'upload-offset', 'Upload-Offset');
  if (offset === null) throw malformed('Upload-Offset');
  return offset;
}

/** `Upload-Length` of an append: null if it does not declare one. @throws AppError `uploads.malformed-header` */
export function declaredLengthOf(headers: IncomingHttpHeaders): number | null {
  return countIn(headers, 'upload-length', 'Upload-Length');
}

/**
 * Refuses a part of a file (`Upload-Concat`), which would become a file of its own.
 * @throws AppError `uploads.no-concatenation`
 */
export function rejectConcatenation(headers: IncomingHttpHeaders): void {
  if (headers['upload-concat'] !== undefined) throw new AppError('uploads.no-concatenation');
}

/** Length of a new upload: null if it is declared later. @throws AppError `uploads.malformed-header` */
export function newLengthOf(headers: IncomingHttpHeaders): number | null {
  const length = declaredLengthOf(headers);
  const deferred = headers['upload-defer-length'];
  if (deferred !== undefined && deferred !== '1') throw malformed('Upload-Defer-Length');
  if ((length === null) === (deferred === undefined)) throw malformed('Upload-Length');
  return length;
}

/** `Upload-Checksum`. @throws AppError `uploads.malformed-header`, `uploads.unknown-checksum` */
export function checksumOf(headers: IncomingHttpHeaders): Checksum | null {
  const value = headers['upload-checksum'];
  if (value === undefined) return null;
  const [name, base64, ...more] = String(value).split(' ');
  if (!name || !base64 || more.length > 0 || !BASE64.test(base64)) throw malformed('Upload-Checksum');
  const algorithm = TUS_CHECKSUMS.find((known) => known === name);
  if (!algorithm) throw new AppError('uploads.unknown-checksum');
  return { algorithm, digest: Buffer.from(base64, 'base64') };
}

/** `Upload-Metadata`. @throws AppError `uploads.malformed-header`, `uploads.name-missing` */
export function metadataOf(headers: IncomingHttpHeaders): UploadMetadata {
  const raw = headers['upload-metadata'];
  if (raw === undefined || raw === '') throw new AppError('uploads.name-missing');
  const values = new Map<string, string>();
  for (const pair of String(raw).split(',')) {
    const [key = '', value = '', ...more] = pair.trim().split(' ');
    if (!KEY.test(key) || values.has(key) || more.length > 0) throw malformed('Upload-Metadata');
    values.set(key, key === 'path' ? decodePath(value) : decode(value));
  }
  const originalName = values.get('filename') ?? '';
  if (originalName === '') throw new AppError('uploads.name-missing');
  return { raw: String(raw), originalName, target: targetOf(values) };
}

function decode(base64: string): string {
  const bytes = bytesOf(base64);
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    rejectUnstorableText(text);
    return text;
  } catch {
    throw malformed('Upload-Metadata');
  }
}

/** A path is cleaned and never refused, whatever its bytes are. */
function decodePath(base64: string): string {
  return storablePath(bytesOf(base64).toString());
}

function bytesOf(base64: string): Buffer {
  if (!BASE64.test(base64)) throw malformed('Upload-Metadata');
  return Buffer.from(base64, 'base64');
}

function targetOf(values: ReadonlyMap<string, string>): UploadTarget | null {
  const given = Object.keys(uploadTargetSchema.shape).flatMap((key) => {
    const value = values.get(key);
    return value === undefined || value === '' ? [] : [[key, value] as const];
  });
  const target = z.safeParse(uploadTargetSchema, Object.fromEntries(given));
  if (!target.success) throw malformed('Upload-Metadata');
  return given.length === 0 ? null : target.data;
}
