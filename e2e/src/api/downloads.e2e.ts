import { eventually } from '@waybill/testing';
import { MEBIBYTE } from '@waybill/contracts';
import { FREE } from '../support/environment.js';
import type { Instance } from '../support/instance.js';
import { startInstance } from '../support/start-instance.js';
import { binaryFile, failure, ApiClient, textFile } from '../support/api-client.js';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

describe('GET /api/files/{id}/download', () => {
  let waybill: Instance;
  let owner: ApiClient;
  let visitor: ApiClient;
  const file = binaryFile(2 * MEBIBYTE + 100);
  let path: string;

  beforeAll(async () => {
    waybill = await startInstance(FREE);
    owner = new ApiClient(waybill.url);
    visitor = new ApiClient(waybill.url);
    path = `/api/files/${await owner.upload(file)}/download`;
  });
  afterAll(() => waybill.dispose());

  it('sends type, length, disposition, ETag and security headers', async () => {
    const { status, headers } = await visitor.get(path);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/octet-stream');
    expect(headers.get('content-length')).toBe(String(file.bytes.length));
    expect(headers.get('content-disposition')).toBe('attachment; filename="data.bin"');
    expect(headers.get('accept-ranges')).toBe('bytes');
    expect(headers.get('etag')).toMatch(/^"[^"]+"$/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toContain('sandbox');
  });

  it.each([
    [0, 0],
    [0, 99],
    [MEBIBYTE - 1, MEBIBYTE],
    [MEBIBYTE, 2 * MEBIBYTE],
    [2 * MEBIBYTE + 99, 2 * MEBIBYTE + 99],
  ])('serves bytes %i to %i', async (start, end) => {
    const response = await visitor.get(path, { range: `bytes=${start}-${end}` });
    expect(response.status).toBe(206);
    expect(response.headers.get('content-range')).toBe(`bytes ${start}-${end}/${file.bytes.length}`);
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.equals(file.bytes.subarray(start, end + 1))).toBe(true);
  });

  it('answers a range beyond the end with 416 and the file size', async () => {
    const response = await visitor.get(path, { range: `bytes=${file.bytes.length}-` });
    expect(response.status).toBe(416);
    expect(response.headers.get('content-range')).toBe(`bytes */${file.bytes.length}`);
  });

  it.each(['12345678-1234-1234-1234-123456789012', 'anything'])(
    'ignores a malformed visit id or link id: %s',
    async (odd) => {
      const response = await new ApiClient(waybill.url).get(`${path}?via=${odd}&visit=${odd}`);
      expect(response.status).toBe(200);
    },
  );

  it('answers 304 to a matching If-None-Match and 200 to an outdated If-Range', async () => {
    const etag = (await visitor.get(path)).headers.get('etag')!;
    const response = await visitor.get(path, { 'if-none-match': etag });
    expect(response.status).toBe(304);
    expect(await response.text()).toBe('');
    const changed = await visitor.get(path, { range: 'bytes=0-9', 'if-range': '"another"' });
    expect(changed.status).toBe(200);
  });

  it('answers HEAD with the headers of GET and no body', async () => {
    const response = await visitor.fetch(path, { method: 'HEAD' });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-length')).toBe(String(file.bytes.length));
    expect(await response.text()).toBe('');
  });

  it('serves pictures inline on request, and HTML and SVG as attachment', async () => {
    const author = new ApiClient(waybill.url);
    const picture = await author.upload({ name: 'dot.png', bytes: PNG });
    const page = await author.upload(textFile('page.html', '<script>alert(1)</script>'));
    const drawing = await author.upload(textFile('drawing.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>'));
    const disposition = async (id: string) =>
      (await visitor.get(`/api/files/${id}/download?disposition=inline`)).headers.get('content-disposition');
    expect(await disposition(picture)).toMatch(/^inline/);
    expect(await disposition(page)).toMatch(/^attachment/);
    expect(await disposition(drawing)).toMatch(/^attachment/);
  });

  it('returns the metadata of a file for link previews', async () => {
    const id = await new ApiClient(waybill.url).upload({ name: 'dot.png', bytes: PNG });
    const response = await visitor.get(`/api/files/${id}/metadata`);
    expect(await response.json()).toEqual({
      id,
      originalName: 'dot.png',
      size: PNG.length,
      mimeType: 'image/png',
      createdAt: expect.any(String),
      deleteAt: expect.any(String),
      isPasswordProtected: false,
      preview: 'image',
    });
  });

  it('serves a QR code of the public link as PNG and SVG', async () => {
    const id = path.split('/')[3]!;
    const png = await visitor.get(`/api/qr-code/${id}`);
    expect(png.headers.get('content-type')).toBe('image/png');
    expect(
      Buffer.from(await png.arrayBuffer())
        .subarray(1, 4)
        .toString(),
    ).toBe('PNG');
    const svg = await visitor.get(`/api/qr-code/${id}?format=svg`);
    expect(svg.headers.get('content-type')).toContain('image/svg+xml');
    const unknown = await visitor.get('/api/qr-code/00000000-0000-4000-8000-000000000000');
    expect(await failure(unknown)).toMatchObject({ statusCode: 404, code: 'files.not-found' });
  });

  it('serves a thumbnail of a picture', async () => {
    const id = await new ApiClient(waybill.url).upload({ name: 'dot.png', bytes: PNG });
    const response = await eventually(async () => {
      const answer = await visitor.get(`/api/files/${id}/thumbnail`);
      expect(answer.status).toBe(200);
      return answer;
    });
    expect(response.headers.get('content-type')).toBe('image/webp');
  });
});
