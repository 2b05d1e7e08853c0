import { asyncApi, openApi } from '@waybill/api-docs';
import type { ErrorBody } from '@waybill/contracts';
import { allRoutes, errorsOf } from '@waybill/contracts/http';
import { FREE } from '../support/environment.js';
import type { Instance } from '../support/instance.js';
import { startInstance } from '../support/start-instance.js';
import { ApiClient } from '../support/api-client.js';

describe('API documents', () => {
  let waybill: Instance;
  let visitor: ApiClient;
  beforeAll(async () => {
    waybill = await startInstance(FREE);
    visitor = new ApiClient(waybill.url);
  });
  afterAll(() => waybill.dispose());

  it('serves the generated OpenAPI and AsyncAPI documents', async () => {
    const calls = await visitor.get('/api/docs/openapi.json');
    expect(await calls.json()).toEqual(JSON.parse(JSON.stringify(openApi())));
    const messages = await visitor.get('/api/docs/asyncapi.json');
    expect(await messages.json()).toEqual(JSON.parse(JSON.stringify(asyncApi())));
  });

  it('serves a page that loads its viewer from this server', async () => {
    const page = await visitor.get('/api/docs');
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(await page.text()).toContain('src="/api/docs/viewer/swagger-ui-bundle.js"');
    const script = await visitor.get('/api/docs/viewer/swagger-ui-bundle.js');
    expect(script.status).toBe(200);
    expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect((await script.text()).length).toBeGreaterThan(1_000_000);
    expect((await visitor.get('/api/docs/viewer/package.json')).status).toBe(404);
  });

  it('serves every documented route', async () => {
    // Skips routes that exist for some callers only: they can answer request.not-found.
    const calls = allRoutes.filter((route) => !errorsOf(route).includes('request.not-found'));
    for (const { method, path } of calls) {
      const response = await visitor.fetch(path.replaceAll(/\{\w+\}/g, 'none'), { method });
      const isJson =
        method !== 'HEAD' && response.headers.get('content-type')?.startsWith('application/json');
      const { code } = (isJson ? await response.json() : {}) as Partial<ErrorBody>;
      expect([method, path, code]).not.toContain('request.not-found');
      expect([method, path, code]).not.toContain('request.method-not-allowed');
    }
  });
});
