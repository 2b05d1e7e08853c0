import { createHash } from 'node:crypto';
import { type ClientRequest, request } from 'node:http';
import { crc32 } from 'node:zlib';
import type { ApiClient } from './api-client.js';

const VERSION = { 'tus-resumable': '1.0.0' };
const TYPE = { 'content-type': 'application/offset+octet-stream' };

/** Speaks the tus protocol by hand, so that a test can break its rules. */
export class TusClient {
  constructor(readonly api: ApiClient) {}

  /** POST /api/uploads */
  create(headers: Record<string, string>, body?: Uint8Array): Promise<Response> {
    return this.api.fetch('/api/uploads', {
      method: 'POST',
      headers: { ...VERSION, ...(body && TYPE), ...headers },
      ...(body && { body }),
    });
  }

  /** @returns address of a new upload of `length` bytes */
  async created(length: number, name = 'file.bin'): Promise<string> {
    const headers = { 'upload-length': String(length), 'upload-metadata': metadata({ filename: name }) };
    const response = await this.create(headers);
    if (response.status !== 201) throw new Error(`${response.status}: ${await response.text()}`);
    return response.headers.get('location') ?? '';
  }

  head(location: string): Promise<Response> {
    return this.api.fetch(location, { method: 'HEAD', headers: VERSION });
  }

  async offset(location: string): Promise<number> {
    return Number((await this.head(location)).headers.get('upload-offset'));
  }

  patch(
    location: string,
    offset: number,
    body: Uint8Array,
    headers: Record<string, string> = {},
  ): Promise<Response> {
    return this.api.fetch(location, {
      method: 'PATCH',
      headers: { ...VERSION, ...TYPE, 'upload-offset': String(offset), ...headers },
      body,
    });
  }

  delete(location: string): Promise<Response> {
    return this.api.fetch(location, { method: 'DELETE', headers: VERSION });
  }

  /** A creation with bytes, whose body the test writes, and whose connection it can break. */
  openCreation(length: number): ClientRequest {
    const sent = request(new URL('/api/uploads', this.api.url), {
      method: 'POST',
      headers: {
        ...VERSION,
        ...TYPE,
        cookie: this.api.cookieHeader(),
        'upload-length': String(length),
        'upload-metadata': metadata({ filename: 'file.bin' }),
        'content-length': String(length),
      },
    });
    sent.on('error', () => undefined);
    return sent;
  }

  /** A PATCH whose body the test writes, and whose connection it can break. */
  openPatch(location: string, offset: number, length: number): ClientRequest {
    const sent = request(new URL(location, this.api.url), {
      method: 'PATCH',
      headers: {
        ...VERSION,
        ...TYPE,
        cookie: this.api.cookieHeader(),
        'upload-offset': String(offset),
        'content-length': String(length),
      },
    });
    sent.on('error', () => undefined);
    return sent;
  }
}

/** `Upload-Metadata` */
export function metadata(values: Record<string, string>): string {
  return Object.entries(values)
    .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
    .join(',');
}

/** `Upload-Checksum` */
export function checksum(algorithm: 'sha1' | 'sha256' | 'crc32', bytes: Uint8Array): string {
  if (algorithm !== 'crc32') return `${algorithm} ${createHash(algorithm).update(bytes).digest('base64')}`;
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(bytes));
  return `crc32 ${sum.toString('base64')}`;
}
