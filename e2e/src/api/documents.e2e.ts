import { asyncApi, openApi } from '@waybill/api-docs';
import { Instance } from '../support/instance.js';
import { Person } from '../support/person.js';

describe('the API documents', () => {
  let waybill: Instance;
  let visitor: Person;
  beforeAll(async () => {
    waybill = await Instance.start();
    visitor = new Person(waybill.url);
  });
  afterAll(() => waybill.dispose());

  it('are served as they are made', async () => {
    const calls = await visitor.get('/api/docs/openapi.json');
    expect(await calls.json()).toEqual(JSON.parse(JSON.stringify(openApi())));
    const messages = await visitor.get('/api/docs/asyncapi.json');
    expect(await messages.json()).toEqual(JSON.parse(JSON.stringify(asyncApi())));
  });

  it('can be read as a page', async () => {
    const page = await visitor.get('/api/docs');
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(await page.text()).toContain('/api/files/{id}/download');
  });

  it('are about calls that are there', async () => {
    const unserved: string[] = [];
    for (const [path, methods] of Object.entries(openApi().paths)) {
      for (const method of Object.keys(methods)) {
        const response = await visitor.fetch(path.replaceAll(/\{\w+\}/g, 'none'), {
          method: method.toUpperCase(),
        });
        const isJson = response.headers.get('content-type')?.startsWith('application/json');
        const body = (isJson ? await response.json() : {}) as { code?: string; statusCode?: number };
        if (body.code === 'request.not-found') unserved.push(`${method} ${path}`);
      }
    }
    expect(unserved).toEqual([]);
  });
});
