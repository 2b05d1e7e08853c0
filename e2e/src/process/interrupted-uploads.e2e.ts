import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROMOTION } from '../support/environment.js';
import { ApiClient } from '../support/api-client.js';
import { startCuttingProxy } from '../support/cutting-proxy.js';
import type { Instance } from '../support/instance.js';
import { hashOfStream, writeRandomFile } from '../support/random-file.js';
import { startInstance } from '../support/start-instance.js';
import { sendWithTusJs } from '../support/tus-js.js';

const MEBIBYTE = 1024 * 1024;
/** Set WAYBILL_TUS_MEBIBYTES=2048 for 2 GiB. */
const SIZE = Number(process.env['WAYBILL_TUS_MEBIBYTES'] ?? 64) * MEBIBYTE;

describe('uploads of tus-js-client over a network that breaks', () => {
  let waybill: Instance;
  let folder: string;

  beforeAll(async () => {
    waybill = await startInstance(PROMOTION);
    folder = await mkdtemp(join(tmpdir(), 'waybill-tus-'));
  });
  afterAll(async () => {
    await waybill.dispose();
    await rm(folder, { recursive: true });
  });

  it('uploads of tus-js-client over a network that breaks arrive byte for byte, and lose nothing that was acknowledged', async () => {
    const path = join(folder, 'large.bin');
    const sha256 = await writeRandomFile(path, SIZE);
    const api = await ApiClient.signedIn(waybill.url);
    let connections = 0;
    const proxy = await startCuttingProxy(waybill.url, (connection) => {
      connections = connection + 1;
      return (0.2 + Math.random()) * (SIZE / 8);
    });
    let acknowledged = 0;
    const lost: number[] = [];
    const startedAt = performance.now();
    try {
      const id = await sendWithTusJs({ url: proxy.url, api }, path, {
        chunkSize: Math.min(64 * MEBIBYTE, SIZE / 4),
        onAcknowledged: (bytes) => (acknowledged = bytes),
        onResponse: (method, response) => {
          const offset = Number(response.getHeader('Upload-Offset'));
          if (method === 'HEAD' && offset < acknowledged) lost.push(offset);
        },
      });
      const seconds = (performance.now() - startedAt) / 1000;
      process.stderr.write(
        `${SIZE / MEBIBYTE} MiB in ${seconds.toFixed(1)} s, over ${connections} connections\n`,
      );
      expect(connections).toBeGreaterThan(4);
      expect(lost).toEqual([]);
      const { body } = await api.get(`/api/files/${id}/download`);
      expect(await hashOfStream(body as unknown as AsyncIterable<Uint8Array>)).toBe(sha256);
    } finally {
      proxy.close();
    }
  }, 900_000);
});
