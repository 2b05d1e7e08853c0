import { buffer } from 'node:stream/consumers';
import {
  type Caller,
  changeFileSettings,
  deleteFile,
  type FileView,
  getFile,
  getUnlockedPreview,
  HOUR_MS,
  MINUTE_MS,
  openFile,
  unlockPreview,
} from '@waybill/contracts';
import { EncryptedObjects } from '@waybill/storage';
import { docx, encryptOffice, eventually } from '@waybill/testing';
import { DocumentUnlockingService } from '../previews/document-unlocking.service.js';
import { UnlockedPreviewSweep } from '../previews/unlocked-preview.sweep.js';
import { findSoffice } from '../previews/sandbox/find-program.js';
import { ObjectDeletionService } from '../storage-cleanup/object-deletion.service.js';
import { type BuiltChild, buildPreviewChild } from '../testing/build-preview-child.js';
import { FilesTestApp, stranger } from '../testing/files-test-app.js';

const mimeType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const patiently = { timeoutMs: 60_000 };

let child: BuiltChild;
let document: Buffer;
let files: FilesTestApp;
let owner: Caller;

beforeAll(async () => {
  [child, document] = await Promise.all([
    buildPreviewChild(),
    encryptOffice(docx('Dear Ada'), 'open sesame'),
  ]);
});
afterAll(() => child.remove());
afterEach(() => files.close());

async function start(work: boolean): Promise<void> {
  files = await FilesTestApp.start({ work, previews: { sofficePath: findSoffice(), childPath: child.path } });
  owner = await files.account('pro');
}

/** Uploads a document with a password. The store frees the bytes that it is given. */
const upload = () => files.file(owner, { name: 'letter.docx', mimeType, bytes: Buffer.from(document) });

/** Uploads the document, as if its preview had been tried. */
async function encryptedFile(): Promise<FileView> {
  const file = await upload();
  await files.rows(`UPDATE files SET preview_state = 'failed', is_encrypted = true WHERE id = $1`, [file.id]);
  return file;
}

const unlock = (fileId: string, password: string, caller = stranger, token: string | null = null) =>
  files.request(unlockPreview, { fileId, caller, token, password });

/** Ends the conversions that wait. */
const fail = () => files.rows(`UPDATE unlocked_previews SET state = 'failed'`);

const stateOf = async (fileId: string, unlockedId: string) =>
  (await files.request(getUnlockedPreview, { fileId, caller: stranger, token: null, unlockedId })).state;

const open = (fileId: string, unlockedId?: string, variant: 'original' | 'rendition' = 'rendition') =>
  files.request(openFile, { fileId, caller: stranger, token: null, variant, unlockedId });

async function unlocked(fileId: string, password: string) {
  const { id } = await unlock(fileId, password);
  await eventually(async () => expect(await stateOf(fileId, id)).not.toBe('pending'), patiently);
  return { id, state: await stateOf(fileId, id) };
}

describe('an Office file with a password of its own', () => {
  beforeEach(() => start(true));

  it('is shown to the reader who enters it only', async () => {
    const { id: fileId } = await upload();
    const viewed = () => files.request(getFile, { fileId, caller: stranger, token: null });
    await eventually(async () => expect((await viewed()).preview.isEncrypted).toBe(true), patiently);
    await expect(unlocked(fileId, 'wrong')).resolves.toMatchObject({ state: 'incorrect' });
    const { id, state } = await unlocked(fileId, 'open sesame');
    expect(state).toBe('ready');
    const ticket = await open(fileId, id);
    expect(ticket).toMatchObject({ mimeType: 'application/pdf', originalName: 'letter.pdf' });
    const pdf = await buffer(await files.get(EncryptedObjects).read(ticket, ticket.size));
    expect(pdf.toString('latin1', 0, 5)).toBe('%PDF-');
    await expect(open(fileId)).rejects.toMatchObject({ code: 'files.no-preview' });
    // Counted for reports of reading, but not revealed.
    await expect(files.rows('SELECT page_count FROM files')).resolves.toEqual([{ page_count: 1 }]);
    await expect(viewed()).resolves.toMatchObject({ preview: { pageCount: null } });
    const other = await encryptedFile();
    await expect(open(other.id, id)).rejects.toMatchObject({ code: 'files.no-preview' });
    await expect(stateOf(other.id, id)).rejects.toMatchObject({ code: 'files.no-preview' });
    // The id opens the rendition only: the original stays as it is.
    await expect(open(fileId, id, 'original')).resolves.toMatchObject({ size: document.length });
  });

  it('is converted by the sweep when the job was lost', async () => {
    const { id: fileId } = await encryptedFile();
    const { id } = await unlocked(fileId, 'wrong');
    await files.rows(`UPDATE unlocked_previews SET state = 'pending'`);
    files.clock.advance(5 * MINUTE_MS);
    await files.get(UnlockedPreviewSweep).sweep();
    // Its password was deleted.
    await eventually(async () => expect(await stateOf(fileId, id)).toBe('failed'), patiently);
  });

  it('is deleted with the file, although a reader has opened it', async () => {
    const { id: fileId } = await encryptedFile();
    await unlocked(fileId, 'open sesame');
    const { id } = await unlock(fileId, 'open sesame');
    await files.request(deleteFile, { fileId, caller: owner });
    await eventually(async () => {
      await files.get(ObjectDeletionService).deleteQueued();
      expect(await files.objectKeys()).toEqual([]);
    }, patiently);
    await expect(files.rows('SELECT FROM unlocked_previews WHERE id = $1', [id])).resolves.toEqual([]);
  });

  it('leaves neither its password nor its preview behind', async () => {
    const { id: fileId } = await encryptedFile();
    const { id } = await unlocked(fileId, 'open sesame');
    const tidy = () => files.get(ObjectDeletionService).deleteQueued();
    await tidy();
    // The file and the rendition. The object with the password is gone.
    expect(await files.objectKeys()).toHaveLength(2);
    files.clock.advance(2 * HOUR_MS);
    await files.get(UnlockedPreviewSweep).sweep();
    await tidy();
    expect(await files.objectKeys()).toHaveLength(1);
    await expect(open(fileId, id)).rejects.toMatchObject({ code: 'files.no-preview' });
  });
});

describe('unlocking an Office file', () => {
  beforeEach(() => start(false));

  it('is given up after five attempts', async () => {
    const { id: fileId } = await encryptedFile();
    const { id } = await unlock(fileId, 'open sesame');
    await expect(open(fileId, id)).rejects.toMatchObject({ code: 'files.preview-pending' });
    const perform = () => files.get(DocumentUnlockingService).perform({ id }, new AbortController().signal);
    files.store.get = () => Promise.reject(new Error('EIO'));
    for (let attempt = 0; attempt < 5; attempt++) await expect(perform()).rejects.toThrow('EIO');
    await perform();
    await expect(stateOf(fileId, id)).resolves.toBe('failed');
  });

  it('needs the password of the file as well', async () => {
    const { id: fileId } = await encryptedFile();
    const settings = { password: 'of the link' };
    await files.request(changeFileSettings, { fileId, caller: owner, settings });
    await expect(unlock(fileId, 'open sesame')).rejects.toMatchObject({ code: 'files.password-required' });
    await expect(unlock(fileId, 'open sesame', owner)).resolves.toMatchObject({ state: 'pending' });
  });

  it('is refused for a file without a password of its own', async () => {
    const { id: fileId } = await upload();
    await expect(unlock(fileId, 'open sesame')).rejects.toMatchObject({ code: 'files.no-preview' });
  });

  it('is limited for each network and file', async () => {
    const { id: fileId } = await encryptedFile();
    for (let tries = 0; tries < 10; tries++) {
      await unlock(fileId, 'guess');
      await fail();
    }
    await expect(unlock(fileId, 'guess')).rejects.toMatchObject({ code: 'files.too-many-attempts' });
    const elsewhere = { ...stranger, address: '192.0.2.4' };
    await expect(unlock(fileId, 'guess', elsewhere)).resolves.toMatchObject({ state: 'pending' });
  });

  it('makes a network wait that has three conversions waiting, and no other reader', async () => {
    const { id: fileId } = await encryptedFile();
    for (let waiting = 0; waiting < 3; waiting++) await unlock(fileId, 'open sesame');
    await expect(unlock(fileId, 'open sesame')).rejects.toMatchObject({
      code: 'files.too-many-attempts',
      retryAfterSeconds: 10,
    });
    const elsewhere = { ...stranger, address: '192.0.2.4' };
    await expect(unlock(fileId, 'open sesame', elsewhere)).resolves.toMatchObject({ state: 'pending' });
    await fail();
    await expect(unlock(fileId, 'open sesame')).resolves.toMatchObject({ state: 'pending' });
  });

  it('is refused while the previews of readers fill their room in the store', async () => {
    const { id: fileId } = await encryptedFile();
    await unlock(fileId, 'open sesame');
    await files.rows(`UPDATE unlocked_previews SET state = 'ready', size = $1`, [4 * 1024 ** 3]);
    await expect(unlock(fileId, 'open sesame')).rejects.toMatchObject({ code: 'server.busy' });
  });
});
