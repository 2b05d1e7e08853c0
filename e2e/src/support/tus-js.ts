import { createReadStream } from 'node:fs';
import { type HttpResponse, Upload } from 'tus-js-client';
import type { ApiClient } from './api-client.js';

/** Retries for as long as a killed server takes to come back. */
const RETRY_DELAYS_MS = [50, 200, 500, ...Array<number>(120).fill(1_000)];

export interface TusJsOptions {
  readonly chunkSize?: number;
  /** Gets the bytes that the server acknowledged. */
  readonly onAcknowledged?: (bytes: number) => void;
  /** Gets the bytes that were given to the connection. */
  readonly onProgress?: (bytes: number) => void;
  readonly onResponse?: (method: string, response: HttpResponse) => void;
}

/** Sends a file with tus-js-client, which resumes on its own. @returns the id of the file */
export function sendWithTusJs(
  { url, api }: { readonly url: string; readonly api: ApiClient },
  path: string,
  { chunkSize = 64 * 1024 * 1024, onAcknowledged, onProgress, onResponse }: TusJsOptions = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    const upload = new Upload(createReadStream(path), {
      endpoint: `${url}/api/uploads`,
      headers: { cookie: api.cookieHeader() },
      metadata: { filename: 'large.bin' },
      chunkSize,
      retryDelays: RETRY_DELAYS_MS,
      storeFingerprintForResuming: false,
      onChunkComplete: (_size, acknowledged) => onAcknowledged?.(acknowledged),
      onProgress: (bytes) => onProgress?.(bytes),
      onAfterResponse: (request, response) => {
        const [method, status] = [request.getMethod(), response.getStatus()];
        onResponse?.(method, response);
        // After a refused HEAD, tus-js-client would start a new upload. An exception makes it repeat the HEAD instead.
        if (method === 'HEAD' && status >= 500) throw new Error(`HEAD was answered with ${status}`);
      },
      onSuccess: () => resolve(upload.url?.split('/').at(-1) ?? ''),
      onError: reject,
    });
    upload.start();
  });
}
