import type { BundleView } from '@waybill/contracts';
import { PROMOTION } from '../support/environment.js';
import { ApiClient, failure } from '../support/api-client.js';
import type { Instance } from '../support/instance.js';
import { startInstance } from '../support/start-instance.js';
import { metadata, TusClient } from '../support/tus-client.js';

/** Number of files. Fewer on a cluster, where each takes longer, but still more than a stranger may send. */
const SMALL_FILES = process.env['WAYBILL_PROFILE'] === 'cluster' ? 100 : 1_000;
const AT_ONCE = 6;
const named = (name: string, more: Record<string, string> = {}) => ({
  'upload-metadata': metadata({ filename: name, ...more }),
});

describe('limits of resumable uploads', () => {
  let waybill: Instance;
  beforeAll(async () => {
    waybill = await startInstance(PROMOTION);
  });
  afterAll(() => waybill.dispose());

  it('limits of resumable uploads refuse the 61st creation without a cookie in ten minutes, and none with one', async () => {
    const known = new TusClient(new ApiClient(waybill.url));
    const location = await known.created(2);
    for (let count = 1; count < 60; count++) {
      await new TusClient(new ApiClient(waybill.url)).created(1);
    }
    const refused = await new TusClient(new ApiClient(waybill.url)).create({
      'upload-length': '1',
      ...named('a'),
    });
    expect(await failure(refused)).toMatchObject({ statusCode: 429, code: 'files.too-many-uploads' });
    const seconds = Number(refused.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(600);
    expect((await known.patch(location, 0, Buffer.from('ok'))).status).toBe(204);
    expect(await known.created(1)).toMatch(/^\/api\/uploads\//);
    // A new account on the same network is not limited, either.
    const account = new TusClient(await ApiClient.signedIn(waybill.url));
    expect(await account.created(1)).toMatch(/^\/api\/uploads\//);
  });

  it('limits of resumable uploads let a paid account send a hundred small files on many processes, a thousand on one, without waiting', async () => {
    const api = await ApiClient.signedIn(waybill.url);
    const tus = new TusClient(api);
    const created = await api.json('POST', '/api/bundles', { name: 'Many' });
    const { id } = (await created.json()) as BundleView;
    const statuses: number[] = [];
    const startedAt = performance.now();
    let next = 0;
    const sender = async () => {
      while (next < SMALL_FILES) {
        const name = `${next++}.txt`;
        const headers = { 'upload-length': '5', ...named(name, { bundle: id, path: `Many/${name}` }) };
        statuses.push((await tus.create(headers, Buffer.from('hello'))).status);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, sender));
    const seconds = (performance.now() - startedAt) / 1000;
    process.stderr.write(`${SMALL_FILES} small files in ${seconds.toFixed(1)} s\n`);
    expect(statuses.filter((status) => status !== 201)).toEqual([]);
    const bundle = (await (await api.get(`/api/bundles/${id}`)).json()) as BundleView;
    expect(bundle.files).toHaveLength(SMALL_FILES);
    expect(seconds).toBeLessThan(200);
  });
});
