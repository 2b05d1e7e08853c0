import { randomBytes } from 'node:crypto';
import { describeWithServer, startMinio, startVersityGw } from '@waybill/testing';
import { contentOf, inChunks, MEBIBYTE } from '../contract/contract-case.js';
import { startFailingProxy } from '../contract/failing-proxy.js';
import { storeOn } from './testing/s3-test-store.js';

const LARGE = 12 * MEBIBYTE + 345;
/** The start of a multipart upload has no id, and a part has a number. */
const COMPLETION = /\?uploadId=[^&]+$/;

describe.each([
  ['MinIO', startMinio],
  ['Versity S3 Gateway', startVersityGw],
])('MinioObjectStore on %s', (name, start) => {
  describeWithServer(`a lost response to a completion on ${name}`, start, (server) => {
    let proxy: Awaited<ReturnType<typeof startFailingProxy>>;

    beforeEach(async () => {
      proxy = await startFailingProxy(server().endpoint, COMPLETION, 'first-response');
    });
    afterEach(() => proxy.close());

    it('stores a large object although the response to its completion was lost', async () => {
      const store = storeOn({ ...server(), endpoint: proxy.endpoint });
      const bytes = randomBytes(LARGE);
      expect(await store.put('large', inChunks(bytes, MEBIBYTE))).toEqual({ size: LARGE });
      expect(bytes.equals(await contentOf(store, 'large'))).toBe(true);
    });

    it('completes an object that was appended to although the response to its completion was lost', async () => {
      const store = storeOn({ ...server(), endpoint: proxy.endpoint });
      const bytes = randomBytes(LARGE);
      const completed = store.append('grown', null, inChunks(bytes, MEBIBYTE), { completes: () => true });
      expect(await completed).toBeNull();
      expect(bytes.equals(await contentOf(store, 'grown'))).toBe(true);
    });
  });
});
