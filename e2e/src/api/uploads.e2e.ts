import { type Uploaded, MEBIBYTE } from '@waybill/contracts';
import { request } from 'node:http';
import { eventually } from '@waybill/testing';
import { FREE } from '../support/environment.js';
import type { Instance } from '../support/instance.js';
import { startInstance } from '../support/start-instance.js';
import { binaryFile, failure, ApiClient, textFile } from '../support/api-client.js';

const FREE_LIMIT = 20 * MEBIBYTE;

describe('POST /api/upload', () => {
  let waybill: Instance;
  beforeAll(async () => {
    waybill = await startInstance(FREE);
  });
  afterAll(() => waybill.dispose());

  it('stores every byte of an anonymous upload', async () => {
    const visitor = new ApiClient(waybill.url);
    const file = binaryFile(3 * MEBIBYTE + 17);
    const id = await visitor.upload(file);
    const response = await visitor.get(`/api/files/${id}/download`);
    expect(Buffer.from(await response.arrayBuffer()).equals(file.bytes)).toBe(true);
  });

  it('returns all files of the upload in order', async () => {
    const visitor = new ApiClient(waybill.url);
    const response = await visitor.send(textFile('a.txt', 'a'), textFile('b.txt', 'bb'));
    expect(response.status).toBe(201);
    const body = (await response.json()) as Uploaded;
    expect(body.id).toBe(body.files[0]?.id);
    expect(body.files).toEqual([
      { id: expect.any(String), originalName: 'a.txt', size: 1, mimeType: 'text/plain' },
      { id: expect.any(String), originalName: 'b.txt', size: 2, mimeType: 'text/plain' },
    ]);
  });

  it('accepts a file of exactly the size limit and refuses one byte more with 413', async () => {
    const visitor = new ApiClient(waybill.url);
    expect((await visitor.send(binaryFile(FREE_LIMIT))).status).toBe(201);
    const response = await visitor.send(binaryFile(FREE_LIMIT + 1));
    expect(response.status).toBe(413);
    expect(await failure(response)).toMatchObject({
      code: 'files.too-large',
      message: 'Some files were skipped because they exceed the 20MB limit for free tier',
    });
  });

  it("enforces the plan's file limit for concurrent uploads", async () => {
    const visitor = new ApiClient(waybill.url);
    await visitor.upload();
    const responses = await Promise.all(Array.from({ length: 8 }, () => visitor.send(textFile())));
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(2);
    const refused = responses.find(({ status }) => status === 403);
    expect(await failure(refused!)).toMatchObject({
      code: 'files.limit-reached',
      message: 'You can only upload up to 3 files with your free tier',
    });
  });

  it('stores all files of an upload or none', async () => {
    const visitor = await ApiClient.signedIn(waybill.url);
    const response = await visitor.send(textFile(), textFile(), textFile(), textFile());
    expect(response.status).toBe(403);
    expect(await visitor.files()).toEqual([]);
    expect((await visitor.send(textFile(), binaryFile(FREE_LIMIT + 1))).status).toBe(413);
    expect(await visitor.files()).toEqual([]);
  });

  it('requires at least one file', async () => {
    const visitor = new ApiClient(waybill.url);
    const response = await visitor.send();
    expect(response.status).toBe(400);
    const wrongField = new FormData();
    wrongField.append('other', new Blob(['x']), 'x.txt');
    expect((await visitor.fetch('/api/upload', { method: 'POST', body: wrongField })).status).toBe(400);
  });

  it('accepts an empty file', async () => {
    const visitor = new ApiClient(waybill.url);
    const id = await visitor.upload({ name: 'empty.txt', bytes: new Uint8Array() });
    const response = await visitor.get(`/api/files/${id}/download`);
    expect(response.headers.get('content-length')).toBe('0');
    expect(await response.text()).toBe('');
  });

  it.each([
    'plain.txt',
    'two words.txt',
    'отчёт за год.txt',
    '報告書.txt',
    'تقرير.txt',
    'emoji 📦🚚.txt',
    'quote".txt',
    "apostrophe's.txt",
    'percent 100%.txt',
    'semi;colon, comma.txt',
    '-rf.txt',
    'CON.txt',
    '<b>bold<b>.txt',
  ])('returns the file name %s unchanged', async (name) => {
    const visitor = new ApiClient(waybill.url);
    const id = await visitor.upload(textFile(name));
    expect((await visitor.file(id)).originalName).toBe(name);
    const download = await visitor.get(`/api/files/${id}/download`);
    expect(download.status).toBe(200);
    expect(download.headers.get('content-disposition')).toMatch(/^attachment; filename=/);
  });

  it.each([
    '../../../etc/passwd',
    '..\\..\\boot.ini',
    'a/b/c.txt',
    '\u202Egpj.exe',
    `${'x'.repeat(400)}.txt`,
    '.',
    '',
  ])('cleans the hostile file name %j', async (name) => {
    const visitor = new ApiClient(waybill.url);
    const id = await visitor.upload(textFile(name));
    const { originalName } = await visitor.file(id);
    expect(originalName).not.toMatch(/[/\\\u202e]/);
    expect(originalName.length).toBeGreaterThan(0);
    expect(originalName.length).toBeLessThanOrEqual(255);
  });

  it('removes row and bytes when the client disconnects during an upload', async () => {
    const visitor = await ApiClient.signedIn(waybill.url);
    await waitForStableObjects(waybill);
    const before = await waybill.objects();
    await abortUpload(waybill, 5 * MEBIBYTE);
    await eventually(async () => expect(await waybill.objects()).toEqual(before));
    expect(await visitor.files()).toEqual([]);
  });
});

/** Sends the beginning of an upload, then closes the connection. */
async function abortUpload(waybill: Instance, bytes: number): Promise<void> {
  const boundary = 'aborted-upload';
  await new Promise<void>((resolve) => {
    const call = request(`${waybill.url}/api/upload`, {
      method: 'POST',
      headers: {
        'content-type': `multipart/form-data; boundary=${boundary}`,
        'content-length': 100 * MEBIBYTE,
      },
    });
    call.on('error', () => resolve());
    call.on('close', () => resolve());
    call.write(`--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="big.bin"\r\n\r\n`);
    call.write(Buffer.alloc(bytes), () => call.destroy());
  });
}

/** Waits until the list of objects is stable: previews and deletions of earlier tests have finished. */
async function waitForStableObjects(waybill: Instance): Promise<void> {
  let last = await waybill.objects();
  await eventually(async () => {
    const now = await waybill.objects();
    const same = JSON.stringify(now) === JSON.stringify(last);
    last = now;
    if (!same) throw new Error('Objects still change');
  });
}
