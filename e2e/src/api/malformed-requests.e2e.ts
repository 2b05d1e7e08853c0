import { FREE } from '../support/environment.js';
import type { Instance } from '../support/instance.js';
import { startInstance } from '../support/start-instance.js';
import { failure, ApiClient } from '../support/api-client.js';

const JSON_TYPE = { 'content-type': 'application/json' };
const FORM_TYPE = 'multipart/form-data; boundary=edge';
const NUL = String.fromCharCode(0);
const FILE = '--edge\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nhello\r\n';
const END = '--edge--\r\n';

describe('malformed requests', () => {
  let waybill: Instance;
  let visitor: ApiClient;
  beforeAll(async () => {
    waybill = await startInstance(FREE);
    visitor = new ApiClient(waybill.url);
  });
  afterAll(() => waybill.dispose());

  const post = (path: string, type: string, body: string) =>
    new ApiClient(waybill.url).fetch(path, { method: 'POST', headers: { 'content-type': type }, body });

  it.each([
    ['GET', '/api/login', 'POST'],
    ['HEAD', '/api/upload', 'POST'],
    ['DELETE', '/api/user/password', 'POST, PUT'],
    ['PATCH', '/api/files/00000000-0000-4000-8000-000000000000', 'DELETE, GET, HEAD'],
    ['POST', '/api/health', 'GET, HEAD'],
    ['OPTIONS', '/api/files', 'GET, HEAD'],
  ])('answers %s %s with 405 and the allowed methods', async (method, path, allow) => {
    const response = await visitor.fetch(path, { method });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe(allow);
    if (method !== 'HEAD') {
      expect(await failure(response)).toMatchObject({ statusCode: 405, code: 'request.method-not-allowed' });
    }
  });

  it.each(['GET', 'POST', 'PUT', 'DELETE', 'PATCH'])(
    'answers %s of an unknown API path with 404',
    async (method) => {
      for (const path of ['/api', '/api/', '/api/nothing', '/api/files/1/2/3/4']) {
        const response = await visitor.fetch(path, { method });
        expect(await failure(response)).toMatchObject({ statusCode: 404, code: 'request.not-found' });
      }
    },
  );

  it.each([
    ['/api/login', { email: `a${NUL}@example.com`, password: 'x' }],
    ['/api/signup', { name: `Ada${NUL}` }],
    ['/api/forgot-password', { email: `${NUL}a@example.com` }],
    ['/api/contact', { message: NUL }],
  ])('refuses a NUL character in the body of %s with 400', async (path, body) => {
    const response = await visitor.json('POST', path, body);
    expect(await failure(response)).toMatchObject({ statusCode: 400, code: 'request.malformed' });
  });

  it.each([
    ['/api/contact', { name: 'Ada', email: 'ada@example.com', subject: 'Hello', message: 'a\ud800' }],
    ['/api/contact', { name: '\udfff', email: 'ada@example.com', subject: 'Hello', message: 'a' }],
    ['/api/signup', { name: 'Ada\udc00', email: 'ada@example.com', password: 'a long password' }],
    ['/api/login', { email: 'ada@example.com', password: '\ud83e' }],
  ])('refuses an unpaired surrogate in the body of %s with 400', async (path, body) => {
    const response = await visitor.json('POST', path, body);
    expect(await failure(response)).toMatchObject({ statusCode: 400, code: 'request.malformed' });
  });

  it.each(['/api/reset-password?token=x&email=%00', '/api/files/%00', '/%00'])(
    'refuses a NUL character in the URL %s with 400',
    async (path) => {
      const response = await visitor.get(path);
      expect(await failure(response)).toMatchObject({ statusCode: 400, code: 'request.malformed' });
    },
  );

  it.each(['null', '"text"', '5', 'true', '[]', '{}', '{"email":{"$gt":""},"password":["x"]}'])(
    'explains what is wrong with the body %s without messages of the validation library',
    async (body) => {
      const response = await visitor.fetch('/api/login', { method: 'POST', headers: JSON_TYPE, body });
      const { statusCode, code, message, errors = [] } = await failure(response);
      expect({ statusCode, code }).toEqual({ statusCode: 400, code: 'request.invalid' });
      for (const sentence of [message, ...errors.map((error) => error.message)]) {
        expect(sentence).not.toMatch(/invalid input|expected|received|undefined/i);
      }
    },
  );

  it('refuses null as a body where every field is optional', async () => {
    const response = await visitor.fetch('/api/bundles', {
      method: 'POST',
      headers: JSON_TYPE,
      body: 'null',
    });
    expect(await failure(response)).toMatchObject({ statusCode: 400, code: 'request.invalid' });
  });

  it('refuses keys that would change a prototype', async () => {
    for (const body of ['{"__proto__":{"a":1}}', '{"constructor":{"prototype":{"a":1}}}']) {
      const response = await visitor.fetch('/api/login', { method: 'POST', headers: JSON_TYPE, body });
      expect(response.status).toBe(400);
    }
  });

  it.each([
    ['no boundary', 'multipart/form-data', FILE + END],
    ['an empty boundary', 'multipart/form-data; boundary=', FILE + END],
    ['another boundary', 'multipart/form-data; boundary=other', FILE + END],
    ['no end', FORM_TYPE, FILE],
    ['an end in the middle of a file', FORM_TYPE, FILE.slice(0, -4)],
  ])('refuses a multipart upload with %s and stores nothing', async (_, type, body) => {
    const owner = await ApiClient.signedIn(waybill.url);
    const response = await owner.fetch('/api/upload', {
      method: 'POST',
      headers: { 'content-type': type },
      body,
    });
    expect(await failure(response)).toMatchObject({ statusCode: 400, code: 'request.malformed' });
    expect(await owner.files()).toEqual([]);
  });

  it.each([
    ['an empty body', ''],
    ['an end alone', END],
    [
      'a field in place of a file',
      `--edge\r\nContent-Disposition: form-data; name="file"\r\n\r\nx\r\n${END}`,
    ],
    [
      'a form sent without a choice',
      `--edge\r\nContent-Disposition: form-data; name="file"; filename=""\r\nContent-Type: application/octet-stream\r\n\r\n\r\n${END}`,
    ],
    ['a file under another name', FILE.replace('name="file"', 'name="other"') + END],
  ])('refuses an upload without a file: %s', async (_, body) => {
    const response = await post('/api/upload', FORM_TYPE, body);
    expect(await failure(response)).toMatchObject({ statusCode: 400, code: 'files.none-sent' });
  });

  it('accepts an upload with other fields, a preamble and an epilogue', async () => {
    const field = (name: string) => `--edge\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n1\r\n`;
    const body = `preamble\r\n${field('before')}${FILE}${field('after')}${END}epilogue`;
    const response = await post('/api/upload', FORM_TYPE, body);
    expect(response.status).toBe(201);
    expect(await response.json()).toMatchObject({ files: [{ originalName: 'a.txt', size: 5 }] });
  });

  it('accepts two files of the same name in one upload', async () => {
    const response = await post('/api/upload', FORM_TYPE, FILE + FILE + END);
    const { files } = (await response.json()) as { files: { id: string }[] };
    expect(new Set(files.map(({ id }) => id)).size).toBe(2);
  });

  it('refuses an upload with 200 form fields with 413', async () => {
    const fields = Array.from(
      { length: 200 },
      (_, at) => `--edge\r\nContent-Disposition: form-data; name="f${at}"\r\n\r\n1\r\n`,
    );
    const response = await post('/api/upload', FORM_TYPE, fields.join('') + FILE + END);
    expect(await failure(response)).toMatchObject({ statusCode: 413, code: 'request.too-large' });
  });

  it('sends no CORS headers', async () => {
    const foreign = { origin: 'https://evil.example' };
    const read = await visitor.get('/api/promotion/status', foreign);
    const preflight = await visitor.fetch('/api/files', {
      method: 'OPTIONS',
      headers: { ...foreign, 'access-control-request-method': 'PUT' },
    });
    for (const { headers } of [read, preflight]) {
      expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
    }
  });

  it.each([
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ])('refuses a state-changing request from another site: %j', async (headers) => {
    const form = new FormData();
    form.append('file', new Blob(['x']), 'x.txt');
    const upload = await visitor.fetch('/api/upload', { method: 'POST', headers, body: form });
    const logOut = await visitor.fetch('/api/logout', { method: 'POST', headers });
    for (const response of [upload, logOut]) {
      expect(await failure(response)).toMatchObject({ statusCode: 403, code: 'request.foreign-origin' });
    }
  });
});
