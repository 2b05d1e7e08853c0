import { createResumableUpload, getUploadLimits } from '@waybill/contracts';
import { FilesWithUpload, UPLOAD_ID } from '../testing/files-with-upload.js';
import { type GatewayUnderTest, startGatewayUnderTest } from '../testing/gateway-under-test.js';

const version = { 'tus-resumable': '1.0.0' };

describe('requests for resumable uploads', () => {
  let gateway: GatewayUnderTest;
  const created: unknown[] = [];
  beforeAll(async () => {
    const files = new FilesWithUpload((name, input) => {
      if (name === getUploadLimits.name) return { maxFileSize: 1000 };
      if (name === createResumableUpload.name) created.push(input);
      return { uploadId: UPLOAD_ID, expiresAt: '2099-01-01T00:00:00Z', writing: null };
    });
    gateway = await startGatewayUnderTest(files);
  });
  afterAll(() => gateway.close());
  beforeEach(() => created.splice(0));

  const send = (method: string, headers: Record<string, string>, path = '') =>
    fetch(`${gateway.url}/api/uploads${path}`, { method, headers: { ...version, ...headers } });

  it.each([
    ['POST', '', 403, { origin: 'https://evil.example' }],
    ['PUT', '', 405, {}],
    ['GET', `/${UPLOAD_ID}`, 405, {}],
    ['POST', '', 412, { 'tus-resumable': '0.2.2' }],
  ] as const)(
    'sends the tus version with the refusal of %s /api/uploads%s with %i',
    async (method, path, status, headers) => {
      const response = await send(method, headers, path);
      expect([response.status, response.headers.get('tus-resumable')]).toEqual([status, '1.0.0']);
    },
  );

  it.each([
    ['PUT', 405],
    ['GET', 405],
    ['PROPFIND', 405],
    ['OPTIONS', 204],
    ['post', 201],
  ])('answers a POST with X-HTTP-Method-Override: %s with %i', async (method, status) => {
    const headers = {
      'upload-length': '1',
      'upload-metadata': 'filename YS50eHQ=',
      'x-http-method-override': method,
    };
    const response = await send('POST', headers);
    expect(response.status).toBe(status);
    expect(created).toHaveLength(status === 201 ? 1 : 0);
  });
});
