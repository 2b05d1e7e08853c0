import type { Browser } from 'playwright-core';
import { get } from 'node:http';
import { ApiClient } from '../support/api-client.js';
import { describeInBrowser, launch, Window } from '../support/browser.js';
import { FREE } from '../support/environment.js';
import type { Instance } from '../support/instance.js';
import { startInstance } from '../support/start-instance.js';

/** Limits in compressed bytes. Browsers accept Brotli over https and from localhost, and gzip over plain http. */
const limits = [
  { page: 'home', encoding: 'br', maxBytes: 130_000 },
  { page: 'home', encoding: 'gzip', maxBytes: 150_000 },
  { page: 'view', encoding: 'br', maxBytes: 134_000 },
  { page: 'view', encoding: 'gzip', maxBytes: 155_000 },
  // Includes the charts.
  { page: 'report', encoding: 'br', maxBytes: 300_000 },
  { page: 'report', encoding: 'gzip', maxBytes: 350_000 },
] as const;
type Encoding = (typeof limits)[number]['encoding'];

describeInBrowser('bundle size of a first visit', () => {
  let waybill: Instance;
  let browser: Browser;
  const paths = { home: '/', view: '', report: '' };
  let owner: ApiClient;
  const visited = new Map<string, Promise<string[]>>();

  beforeAll(async () => {
    waybill = await startInstance(FREE);
    browser = await launch();
    const sender = new ApiClient(waybill.url);
    // A type without a viewer, because the code of a viewer would add to the size.
    paths.view = `/${await sender.upload({ name: 'measurements.bin', bytes: Buffer.from('just bytes') })}`;
    owner = await ApiClient.signedIn(waybill.url);
    const id = await owner.upload();
    await (await sender.get(`/api/files/${id}/download`)).arrayBuffer();
    paths.report = `/analytics/${id}`;
  });
  afterAll(async () => {
    await browser.close();
    await waybill.dispose();
  });

  /** URLs of all scripts that a first visit of `path` loads. Each page is visited once. */
  function scriptsOf(path: string): Promise<string[]> {
    const known = visited.get(path) ?? visit(path);
    visited.set(path, known);
    return known;
  }

  async function visit(path: string): Promise<string[]> {
    const window = await Window.open(browser, waybill.url);
    if (path === paths.report) await window.context.addCookies(owner.cookieList());
    const scripts = new Set<string>();
    window.page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.add(request.url());
    });
    await window.page.goto(path);
    // A report keeps a connection open, so that the network is never idle.
    if (path === paths.report) await window.page.getByRole('img', { name: /Cumulative Views/ }).waitFor();
    else await window.page.waitForLoadState('networkidle');
    await window.close();
    return [...scripts];
  }

  async function compressedBytes(scripts: string[], encoding: Encoding): Promise<number> {
    const responses = await Promise.all(scripts.map((script) => fetchEncoded(script, encoding)));
    return responses.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  it.each(limits)(
    'loads at most $maxBytes bytes of script on the $page page, as $encoding',
    async ({ page, encoding, maxBytes }) => {
      const scripts = await scriptsOf(paths[page]);
      expect(scripts.length).toBeGreaterThan(1);
      expect(await compressedBytes(scripts, encoding)).toBeLessThanOrEqual(maxBytes);
    },
  );

  it('loads neither the PDF viewer nor the charts on the home page', async () => {
    expect((await scriptsOf('/')).filter((script) => /pdf|chart/i.test(script))).toEqual([]);
  });

  it('serves scripts precompressed with immutable caching', async () => {
    const [largest] = await Promise.all(
      (await scriptsOf('/'))
        .filter((script) => script.includes('/base-'))
        .map((url) => fetchEncoded(url, 'br')),
    );
    expect(largest?.headers).toMatchObject({
      'content-encoding': 'br',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': expect.stringContaining('javascript'),
      vary: expect.stringMatching(/accept-encoding/i),
    });
  });

  it('serves scripts uncompressed to clients without compression', async () => {
    const [base] = (await scriptsOf('/')).filter((script) => script.includes('/base-'));
    const { headers, bytes } = await fetchEncoded(base!, 'identity');
    expect(headers['content-encoding']).toBeUndefined();
    expect(bytes).toBeGreaterThan(300_000);
  });
});

/** Fetches a URL and counts the transferred bytes. `fetch` would decompress them. */
function fetchEncoded(url: string, encoding: string) {
  return new Promise<{ bytes: number; headers: Record<string, unknown> }>((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': encoding } }, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => (bytes += chunk.length));
      response.on('end', () => resolve({ bytes, headers: response.headers }));
    }).on('error', reject);
  });
}
