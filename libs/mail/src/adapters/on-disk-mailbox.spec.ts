import { readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createLogger } from '@waybill/service-kit';
import { temporaryFolder, type TemporaryFolder } from '@waybill/testing';
import { mailOf } from '../mailer.contract.js';
import { OnDiskMailbox } from './on-disk-mailbox.js';
import { OnDiskMailer } from './on-disk-mailer.js';

describe('OnDiskMailbox', () => {
  let parent: TemporaryFolder;
  let folder: string;
  let mailer: OnDiskMailer;
  let mailbox: OnDiskMailbox;

  beforeEach(async () => {
    parent = await temporaryFolder();
    folder = join(parent.path, 'mails');
    const from = { name: 'Waybill', address: 'post@example.org' };
    mailer = new OnDiskMailer(folder, from, createLogger('test', 'silent'));
    mailbox = new OnDiskMailbox(folder);
  });
  afterEach(() => parent.remove());

  it('the mailbox is empty before the first mail', async () => {
    expect(await mailbox.list()).toEqual([]);
  });

  it('returns stored mails as text and as HTML', async () => {
    const to = { name: 'Zoë', address: 'zoe@example.org' };
    await mailer.send(mailOf({ to, subject: 'Größe: 5 €', text: 'Plain — words', html: '<p>Märked-up</p>' }));
    const [mail] = await mailbox.list();
    expect(mail).toEqual({ id: expect.any(String), to, subject: 'Größe: 5 €', keptAt: expect.anything() });
    const opened = await mailbox.open(mail!.id);
    expect(opened).toMatchObject({ ...mail, html: expect.stringContaining('<p>Märked-up</p>') });
    expect(opened?.text.trim()).toBe('Plain — words');
  });

  it('lists mails newest first', async () => {
    for (const subject of ['older', 'newer']) await mailer.send(mailOf({ subject }));
    const older = (await mailbox.list()).find(({ subject }) => subject === 'older')!;
    await utimes(join(folder, `${older.id}.eml`), 1, 1);
    expect((await mailbox.list()).map(({ subject }) => subject)).toEqual(['newer', 'older']);
  });

  it('deletes the mails that were stored before a time, and no other file', async () => {
    await mailbox.deleteBefore(new Date());
    for (const subject of ['older', 'newer']) await mailer.send(mailOf({ subject }));
    const older = (await mailbox.list()).find(({ subject }) => subject === 'older')!;
    await writeFile(join(folder, 'notes.txt'), 'of the operator');
    for (const name of [`${older.id}.eml`, 'notes.txt']) await utimes(join(folder, name), 1, 1);
    await mailbox.deleteBefore(new Date(2000));
    expect((await mailbox.list()).map(({ subject }) => subject)).toEqual(['newer']);
    expect(await readdir(folder)).toContain('notes.txt');
  });

  it('reads no file other than its mails', async () => {
    await mailer.send(mailOf());
    await writeFile(join(parent.path, 'secret.eml'), 'Subject: secret\r\n\r\nsecret');
    await writeFile(join(folder, '.draft.eml.draft'), 'half a mail');
    expect(await mailbox.list()).toHaveLength(1);
    for (const id of ['../secret', 'none', '', '.draft.eml']) expect(await mailbox.open(id)).toBeNull();
  });
});
