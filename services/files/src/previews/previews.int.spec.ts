import { buffer } from 'node:stream/consumers';
import { type Caller, deleteFile, type FileView, getFile, openFile, MINUTE_MS } from '@waybill/contracts';
import { EncryptedObjects } from '@waybill/storage';
import { eventually, pdf, xlsx } from '@waybill/testing';
import sharp from 'sharp';
import { type BuiltChild, buildPreviewChild } from '../testing/build-preview-child.js';
import { FilesTestApp, stranger } from '../testing/files-test-app.js';
import { ObjectDeletionService } from '../storage-cleanup/object-deletion.service.js';
import { PreviewsService } from './previews.service.js';
import { PreviewSweep } from './preview.sweep.js';
import { findSoffice } from './sandbox/find-program.js';

const never = new AbortController().signal;
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const patiently = { timeoutMs: 40_000 };

let child: BuiltChild;
let files: FilesTestApp;
let owner: Caller;

async function start(work: boolean): Promise<void> {
  const previews = { sofficePath: findSoffice(), childPath: child.path };
  files = await FilesTestApp.start({ work, previews });
  owner = await files.account('pro');
}

beforeAll(async () => {
  child = await buildPreviewChild();
});
afterAll(() => child.remove());
afterEach(() => files.close());

const view = (fileId: string): Promise<FileView> =>
  files.request(getFile, { fileId, caller: stranger, token: null });

async function shown(fileId: string, variant: 'thumbnail' | 'rendition') {
  const ticket = await files.request(openFile, { fileId, caller: stranger, token: null, variant });
  const bytes = await buffer(await files.get(EncryptedObjects).read(ticket, ticket.size));
  return { ...ticket, bytes };
}

describe('previews after an upload', () => {
  beforeEach(() => start(true));

  it('a preview shows the first page, the page count and the title of a PDF', async () => {
    const bytes = pdf({ pages: 2, title: 'Figures' });
    const { id } = await files.file(owner, { name: 'figures.v2.pdf', mimeType: 'application/pdf', bytes });
    await eventually(
      async () =>
        expect((await view(id)).preview).toEqual({
          kind: 'pdf',
          state: 'ready',
          hasThumbnail: true,
          isEncrypted: false,
          hasRendition: false,
          pageCount: 2,
          title: 'Figures',
        }),
      patiently,
    );
    const thumbnail = await shown(id, 'thumbnail');
    expect(thumbnail).toMatchObject({ mimeType: 'image/webp', originalName: 'figures.v2.webp' });
    await expect(sharp(thumbnail.bytes).metadata()).resolves.toMatchObject({ format: 'webp', height: 640 });
    const kept = await buffer(await files.store.get(thumbnail.objectKey));
    expect(kept.includes(thumbnail.bytes.subarray(0, 64))).toBe(false);
  });

  it('shows a picture that browsers do not display by a rendition', async () => {
    const red = sharp({ create: { width: 900, height: 300, channels: 3, background: '#f00' } });
    const { id } = await files.file(owner, { mimeType: 'image/tiff', bytes: await red.tiff().toBuffer() });
    await eventually(async () => expect((await view(id)).preview.hasRendition).toBe(true), patiently);
    const { bytes } = await shown(id, 'rendition');
    await expect(sharp(bytes).metadata()).resolves.toMatchObject({ format: 'webp', width: 900 });
  });

  it('the preview of a broken file fails, and the file can still be downloaded', async () => {
    const { id } = await files.file(owner, { name: 'x.png', mimeType: 'image/png' });
    await eventually(async () => expect((await view(id)).preview.state).toBe('failed'), patiently);
    await expect(
      files.request(openFile, { fileId: id, caller: stranger, token: null, variant: 'thumbnail' }),
    ).rejects.toMatchObject({
      code: 'files.no-preview',
    });
    await expect(
      files.request(openFile, { fileId: id, caller: stranger, token: null, variant: 'original' }),
    ).resolves.toMatchObject({ size: 5 });
  });

  it('previews are deleted with their file', async () => {
    const { id } = await files.file(owner, { mimeType: 'application/pdf', bytes: pdf() });
    await eventually(async () => expect((await view(id)).preview.state).toBe('ready'), patiently);
    expect(await files.objectKeys()).toHaveLength(2);
    await files.request(deleteFile, { fileId: id, caller: owner });
    await eventually(async () => expect(await files.objectKeys()).toEqual([]), patiently);
  });
});

describe('make-preview job', () => {
  beforeEach(() => start(false));

  const perform = (fileId: string) => files.get(PreviewsService).perform({ fileId }, never);

  it('stores one object of each kind when it runs twice at once', async () => {
    const { id } = await files.file(owner, { mimeType: 'application/pdf', bytes: pdf() });
    await Promise.all([perform(id), perform(id)]);
    await files.get(ObjectDeletionService).deleteQueued();
    expect(await files.objectKeys()).toHaveLength(2);
    await perform(id);
    expect(await files.objectKeys()).toHaveLength(2);
  });

  it('leaves no object when the file is deleted meanwhile', async () => {
    const { id } = await files.file(owner, { mimeType: 'application/pdf', bytes: pdf() });
    const made = perform(id);
    await files.request(deleteFile, { fileId: id, caller: owner });
    await made.catch(() => undefined);
    await files.get(ObjectDeletionService).deleteQueued();
    expect(await files.objectKeys()).toEqual([]);
  });

  it('marks the preview as failed after its worker crashed repeatedly', async () => {
    const { id } = await files.file(owner, { mimeType: 'application/pdf', bytes: pdf() });
    await files.rows('UPDATE files SET preview_attempts = 5 WHERE id = $1', [id]);
    await perform(id);
    expect((await view(id)).preview.state).toBe('failed');
  });

  it('fails immediately for an Office file when no converter is installed', async () => {
    await files.close();
    files = await FilesTestApp.start({ previews: { sofficePath: null, childPath: child.path } });
    owner = await files.account('pro');
    const mimeType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
    const { id } = await files.file(owner, { mimeType });
    await perform(id);
    expect((await view(id)).preview).toMatchObject({ kind: 'office', state: 'failed', hasRendition: false });
  });
});

describe('PreviewSweep', () => {
  it('makes a preview whose job was lost', async () => {
    await start(true);
    const { id } = await files.file(owner, { mimeType: 'application/pdf', bytes: pdf() });
    await eventually(async () => expect((await view(id)).preview.state).toBe('ready'), patiently);
    await files.rows(`UPDATE files SET preview_state = 'pending', thumbnail = NULL WHERE id = $1`, [id]);
    const sweep = files.get(PreviewSweep);
    await sweep.sweep();
    expect((await view(id)).preview.state).toBe('pending');
    files.clock.advance(10 * MINUTE_MS);
    await Promise.all([sweep.sweep(), sweep.sweep()]);
    await eventually(async () => expect((await view(id)).preview.state).toBe('ready'), patiently);
  });

  it('makes the previews of spreadsheets again that were made by older rules, and no others', async () => {
    await start(true);
    const sheet = await files.file(owner, { mimeType: XLSX, bytes: xlsx('42') });
    const document = await files.file(owner, { mimeType: 'application/pdf', bytes: pdf() });
    const ready = (id: string) =>
      eventually(async () => expect((await view(id)).preview.state).toBe('ready'), patiently);
    await Promise.all([sheet.id, document.id].map(ready));
    const before = await Promise.all([shown(sheet.id, 'rendition'), shown(sheet.id, 'thumbnail')]);
    const other = await shown(document.id, 'thumbnail');
    files.clock.advance(10 * MINUTE_MS);
    const sweep = files.get(PreviewSweep);
    await sweep.sweep();
    expect((await shown(sheet.id, 'rendition')).objectKey).toBe(before[0].objectKey);

    // As the previous version makes it.
    await files.rows('UPDATE files SET preview_version = 0');
    await sweep.sweep();
    await ready(sheet.id);
    await files.get(ObjectDeletionService).deleteQueued();
    const keys = await files.objectKeys();
    expect(keys).not.toContain(before[0].objectKey);
    expect(keys).not.toContain(before[1].objectKey);
    expect(keys).toContain((await shown(sheet.id, 'rendition')).objectKey);
    expect((await shown(document.id, 'thumbnail')).objectKey).toBe(other.objectKey);
  });
});
