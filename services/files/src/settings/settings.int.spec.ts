import { changeFileSettings, fileSettingsChanged, type FileSettings, type Caller } from '@waybill/contracts';
import { browser, FilesTestApp, HOUR_MS, stranger } from '../testing/files-test-app.js';

const refused = (code: string) => expect.objectContaining({ code });

let files: FilesTestApp;
beforeAll(async () => {
  files = await FilesTestApp.start();
});
afterAll(() => files.close());

const change = (caller: Caller, fileId: string, settings: FileSettings) =>
  files.request(changeFileSettings, { fileId, caller, settings });

const inHours = (hours: number) => new Date(files.clock.now().getTime() + hours * HOUR_MS).toISOString();

describe('changeFileSettings request', () => {
  it('saves, returns and publishes the settings with all facts', async () => {
    const caller = await files.account('pro');
    const { id: fileId } = await files.file(caller);
    const settings = { originalName: 'Figures.pdf', deleteAt: null, password: 'sesame' };
    await expect(change(caller, fileId, settings)).resolves.toMatchObject({
      originalName: 'Figures.pdf',
      deleteAt: { Time: null, Valid: false },
      password: { Valid: true },
      isOwner: true,
    });
    const facts = {
      fileId,
      version: 2,
      originalName: 'Figures.pdf',
      deleteAt: null,
      isPasswordProtected: true,
    };
    expect(files.published(fileSettingsChanged).at(-1)).toMatchObject({ data: facts });
    expect(JSON.stringify(files.published(fileSettingsChanged))).not.toContain('sesame');
  });

  it('publishes no event when nothing changes', async () => {
    const caller = browser();
    const file = await files.file(caller);
    const published = files.published(fileSettingsChanged).length;
    const same = { originalName: file.originalName, deleteAt: file.deleteAt.Time, password: '' };
    await expect(change(caller, file.id, same)).resolves.toEqual(file);
    expect(files.published(fileSettingsChanged)).toHaveLength(published);
  });

  it('refuses all changes when the plan does not allow one of them', async () => {
    const caller = browser();
    const file = await files.file(caller);
    await expect(change(caller, file.id, { originalName: 'New.txt', deleteAt: inHours(2) })).rejects.toEqual(
      refused('files.expiry-not-in-plan'),
    );
    await expect(change(caller, file.id, {})).resolves.toEqual(file);
  });

  it('checks whether the file exists, then the caller, then the settings', async () => {
    const caller = browser();
    const { id: fileId } = await files.file(caller);
    const wrong = { deleteAt: inHours(-1) };
    await expect(change(stranger, fileId, wrong)).rejects.toEqual(refused('files.login-required'));
    const other = await files.account('pro');
    await expect(change(other, fileId, wrong)).rejects.toEqual(refused('files.forbidden'));
    await expect(change(caller, fileId, wrong)).rejects.toEqual(refused('files.expiry-in-past'));
    files.clock.advance(HOUR_MS);
    await expect(change(stranger, fileId, wrong)).rejects.toEqual(refused('files.expired'));
  });

  it('applies two concurrent changes of different settings', async () => {
    const caller = await files.account('pro');
    const { id: fileId } = await files.file(caller);
    await Promise.all([
      change(caller, fileId, { originalName: 'Both.txt' }),
      change(caller, fileId, { deleteAt: null }),
    ]);
    await expect(change(caller, fileId, {})).resolves.toMatchObject({
      originalName: 'Both.txt',
      deleteAt: { Valid: false },
    });
  });
});
