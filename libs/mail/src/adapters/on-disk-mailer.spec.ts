import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createLogger } from '@waybill/service-kit';
import { temporaryFolder, type TemporaryFolder } from '@waybill/testing';
import { mailerContract, mailOf, readMail } from '../mailer.contract.js';
import { OnDiskMailer } from './on-disk-mailer.js';

describe('OnDiskMailer', () => {
  const from = { name: 'Waybill', address: 'post@example.org' };
  let parent: TemporaryFolder;
  let folder: string;
  let mailer: OnDiskMailer;
  let logged: string[];

  beforeEach(async () => {
    parent = await temporaryFolder();
    folder = join(parent.path, 'mails');
    logged = [];
    const logger = createLogger('test', 'info', { write: (line) => void logged.push(line) });
    mailer = new OnDiskMailer(folder, from, logger);
  });
  afterEach(() => parent.remove());

  mailerContract(
    () => mailer,
    async (id) => {
      const name = (await readdir(folder)).find((file) => file.includes(id));
      return readMail(await readFile(join(folder, name!), 'utf8'));
    },
  );

  it('stores one file per mail, named after its id', async () => {
    const mail = mailOf({ id: '../0b8a7f3e-3c56-4a5e-9d0a-1f0f3c2b1a00' });
    await mailer.send(mail);
    await mailer.send(mail);
    expect(await readdir(folder)).toEqual(['0b8a7f3e-3c56-4a5e-9d0a-1f0f3c2b1a00.eml']);
  });

  it('logs the file name of the stored mail, and not its subject, which can contain a code or a name', async () => {
    const mail = mailOf({ subject: '442311 is your code' });
    await mailer.send(mail);
    expect(JSON.parse(logged[0]!)).toMatchObject({ file: join(folder, `${mail.id}.eml`) });
    expect(logged.join('')).not.toContain('442311');
  });

  it('stores mails unreadable for other users of the machine', async () => {
    await mailer.send(mailOf());
    const [name] = await readdir(folder);
    const modes = await Promise.all([stat(folder), stat(join(folder, name!))]);
    expect(modes.map(({ mode }) => mode & 0o777)).toEqual([0o700, 0o600]);
  });

  it('rejects when it cannot write, so that the mail is sent again later', async () => {
    await writeFile(folder, 'in the way');
    await expect(mailer.send(mailOf())).rejects.toThrow();
    await expect(mailer.check()).rejects.toThrow();
  });
});
