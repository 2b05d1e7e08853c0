import { mkdir, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FakeWaybill } from '../../testing/fake-waybill.js';
import { Program } from '../../testing/program.js';

describe('waybill send FOLDER', () => {
  let waybill: FakeWaybill;
  let program: Program;
  let folder: string;
  let seconds: number;
  beforeEach(async () => {
    waybill = await FakeWaybill.start();
    program = await Program.logIn(waybill.url);
    folder = join(program.folder, 'offer');
    seconds = 1_700_000_000;
    await mkdir(folder);
    await write('a.txt', 'old');
    await write('b.txt', 'same');
  });
  afterEach(async () => {
    waybill.close();
    await program.dispose();
  });

  /** Writes a file with a time of its own. */
  async function write(name: string, content: string): Promise<void> {
    await writeFile(join(folder, name), content);
    await utimes(join(folder, name), seconds, (seconds += 10));
  }

  const send = () => program.run('send', folder, '--password', 'open sesame');
  const forget = (kind: string) => rm(join(program.folder, 'state/waybill', kind), { recursive: true });
  const uploads = () => waybill.requests.filter((line) => line === 'POST /api/uploads').length;

  /** Sends all files, and is interrupted before the password is set. */
  async function sendInterrupted(...further: readonly string[]): Promise<string> {
    waybill.failureOf = (line) =>
      line.startsWith('PUT /api/bundles/') ? { status: 503, retryAfter: 3600 } : null;
    expect((await send()).code).toBe(3);
    waybill.failureOf = () => null;
    const [bundle = ''] = waybill.bundles.keys();
    expect(waybill.contentsOf(bundle)).toEqual(['a.txt: old', 'b.txt: same', ...further]);
    waybill.requests = [];
    return bundle;
  }

  it('sends no file again that has not changed since an interrupted run', async () => {
    await sendInterrupted();
    await forget('sent');
    const { code } = await send();
    expect({ code, uploads: uploads() }).toEqual({ code: 0, uploads: 0 });
  });

  it.each([
    ['the same size', 'new', 'recorded'],
    ['the same size', 'new', 'not recorded'],
    ['another size', 'newer', 'recorded'],
    ['another size', 'newer', 'not recorded'],
  ])(
    'replaces a file that has changed to %s since an interrupted run: "%s", arrival %s',
    async (_size, content, arrival) => {
      const bundle = await sendInterrupted();
      // A run that is killed as soon as a file has arrived does not record it.
      if (arrival === 'not recorded') await forget('sent');
      await write('a.txt', content);
      const { code, output } = await send();
      expect({ code, output }).toEqual({ code: 0, output: `${waybill.url}/b/${bundle}\n` });
      expect(waybill.contentsOf(bundle)).toEqual([`a.txt: ${content}`, 'b.txt: same']);
      expect(uploads()).toBe(1);
    },
  );

  it('replaces a changed file whose name Waybill has cleaned', async () => {
    await rm(join(folder, 'a.txt'));
    await write(' a.txt ', 'old');
    const bundle = await sendInterrupted();
    await write(' a.txt ', 'new');
    expect((await send()).code).toBe(0);
    expect(waybill.contentsOf(bundle)).toEqual(['a.txt: new', 'b.txt: same']);
  });

  it('replaces a changed file also when the run that began to replace it is interrupted', async () => {
    const bundle = await sendInterrupted();
    await write('a.txt', 'new');
    waybill.failureOf = (line) => (line === 'POST /api/uploads' ? { status: 503, retryAfter: 3600 } : null);
    expect((await send()).code).toBe(3);
    waybill.failureOf = () => null;
    expect((await send()).code).toBe(0);
    expect(waybill.contentsOf(bundle)).toEqual(['a.txt: new', 'b.txt: same']);
  });

  it.each([404, 410])(
    'sends a changed file also when the deletion of its old content answers %i',
    async (status) => {
      const bundle = await sendInterrupted();
      await write('a.txt', 'new');
      waybill.failureOf = (line) => {
        if (!line.startsWith('DELETE ')) return null;
        waybill.files.delete(line.split('/').at(-1) ?? '');
        return { status };
      };
      expect((await send()).code).toBe(0);
      expect(waybill.contentsOf(bundle)).toEqual(['a.txt: new', 'b.txt: same']);
    },
  );

  it('sends all files under a new link when the token may not delete the old content of a changed file', async () => {
    const before = await sendInterrupted();
    await write('a.txt', 'new');
    waybill.failureOf = (line) => (line.startsWith('DELETE ') ? { status: 403 } : null);
    const { code, output, errors } = await send();
    const [, bundle = ''] = waybill.bundles.keys();
    expect({ code, output }).toEqual({ code: 0, output: `${waybill.url}/b/${bundle}\n` });
    expect(waybill.contentsOf(bundle)).toEqual(['a.txt: new', 'b.txt: same']);
    expect(errors).toContain(`waybill rm ${before}`);
  });

  it('deletes a file from the bundle that was removed from the folder since an interrupted run', async () => {
    await mkdir(join(folder, 'é'.normalize('NFD')));
    await write(join('é'.normalize('NFD'), 'c.txt'), 'secret');
    const bundle = await sendInterrupted('é/c.txt: secret');
    await rm(join(folder, 'é'.normalize('NFD')), { recursive: true });
    await rm(join(folder, 'a.txt'));
    const { code, output } = await send();
    expect({ code, output }).toEqual({ code: 0, output: `${waybill.url}/b/${bundle}\n` });
    expect(waybill.contentsOf(bundle)).toEqual(['b.txt: same']);
  });

  it('keeps a file in the bundle that was put there in another way than by the interrupted run', async () => {
    const bundle = await sendInterrupted();
    waybill.addFile('letter.txt', 'by hand', bundle);
    expect((await send()).code).toBe(0);
    expect(waybill.contentsOf(bundle)).toEqual(['a.txt: old', 'b.txt: same', 'letter.txt: by hand']);
  });

  it('sends all files under a new link when the token may not delete a file that was removed', async () => {
    const before = await sendInterrupted();
    await rm(join(folder, 'a.txt'));
    waybill.failureOf = (line) => (line.startsWith('DELETE ') ? { status: 403 } : null);
    const { code, output, errors } = await send();
    const [, bundle = ''] = waybill.bundles.keys();
    expect({ code, output }).toEqual({ code: 0, output: `${waybill.url}/b/${bundle}\n` });
    expect(waybill.contentsOf(bundle)).toEqual(['b.txt: same']);
    expect(errors).toContain(`waybill rm ${before}`);
  });

  it('accepts a file by its size when the earlier run was of a version that kept no times', async () => {
    const bundle = await sendInterrupted();
    for (const kind of ['sent', 'begun']) await forget(kind);
    await write('a.txt', 'new');
    expect((await send()).code).toBe(0);
    expect(waybill.contentsOf(bundle)).toEqual(['a.txt: old', 'b.txt: same']);
  });

  it('notices a change after a run that accepted a file by its size', async () => {
    const bundle = await sendInterrupted();
    for (const kind of ['sent', 'begun']) await forget(kind);
    await sendInterrupted();
    await write('a.txt', 'new');
    expect((await send()).code).toBe(0);
    expect(waybill.contentsOf(bundle)).toEqual(['a.txt: new', 'b.txt: same']);
  });

  it('sends all files of the same name from several folders, also when an earlier run was interrupted', async () => {
    const paths = ['may', 'june'].map((month) => join(program.folder, month, 'report.txt'));
    for (const path of paths) {
      await mkdir(join(path, '..'));
      await writeFile(path, path.includes('may') ? 'may!' : 'june');
    }
    const sendBoth = () => program.run('send', ...paths);
    waybill.failureOf = (line, nth) =>
      line === 'POST /api/uploads' && nth === 2 ? { status: 503, retryAfter: 3600 } : null;
    expect((await sendBoth()).code).toBe(3);
    waybill.failureOf = () => null;
    expect((await sendBoth()).code).toBe(0);
    const [bundle = ''] = waybill.bundles.keys();
    expect(waybill.contentsOf(bundle)).toEqual(['report (2).txt: june', 'report.txt: may!']);
  });

  it('says in one line which symbolic links of a folder it does not send', async () => {
    for (const name of ['c.txt', 'd.txt']) await symlink(join(folder, 'a.txt'), join(folder, name));
    const { code, errors } = await send();
    const [bundle = ''] = waybill.bundles.keys();
    expect(code).toBe(0);
    expect(waybill.contentsOf(bundle)).toEqual(['a.txt: old', 'b.txt: same']);
    expect(errors.split('\n').filter((line) => line.includes('not sent'))).toEqual([
      `${join(folder, 'c.txt')} is not sent (and 1 more): symbolic links and devices are left out.`,
    ]);
  });

  /** Writes a file whose name has a byte that is not UTF-8. */
  const writeRaw = (inFolder: string, content: string) =>
    writeFile(Buffer.concat([Buffer.from(join(folder, inFolder, 'c')), Buffer.of(0xff)]), content);

  it('sends the content of each file when names that are not UTF-8 look like those of others', async () => {
    await write('c\uFFFD', 'real');
    await writeRaw('.', 'raw');
    await mkdir(Buffer.concat([Buffer.from(join(folder, 'd')), Buffer.of(0xfe)]));
    await writeFile(
      Buffer.concat([Buffer.from(join(folder, 'd')), Buffer.of(0xfe), Buffer.from('/e')]),
      'below',
    );
    const { code, errors } = await send();
    const [bundle = ''] = waybill.bundles.keys();
    expect({ code, errors }).toEqual({ code: 0, errors: expect.not.stringContaining('cannot be') });
    expect(waybill.contentsOf(bundle)).toEqual([
      'a.txt: old',
      'b.txt: same',
      'c\uFFFD (2): raw',
      'c\uFFFD: real',
      'd\uFFFD/e: below',
    ]);
  });

  it('resumes a file whose name is not UTF-8', async () => {
    await writeRaw('.', 'raw');
    const bundle = await sendInterrupted('c\uFFFD: raw');
    const { code } = await send();
    expect({ code, uploads: uploads() }).toEqual({ code: 0, uploads: 0 });
    expect(waybill.contentsOf(bundle)).toEqual(['a.txt: old', 'b.txt: same', 'c\uFFFD: raw']);
  });

  it('says of each empty folder among other arguments that it is not sent', async () => {
    const empty = join(program.folder, 'empty');
    await mkdir(join(empty, 'nothing'), { recursive: true });
    const { code, errors } = await program.run('send', join(folder, 'a.txt'), empty, folder);
    const [bundle = ''] = waybill.bundles.keys();
    expect(code).toBe(0);
    expect(waybill.contentsOf(bundle)).toEqual(['a.txt: old', 'offer/a.txt: old', 'offer/b.txt: same']);
    expect(errors.split('\n').filter((line) => line.includes('not sent'))).toEqual([
      `${empty} is not sent: there are no files in it.`,
    ]);
  });

  it('keeps no state of a bundle that is complete', async () => {
    await sendInterrupted();
    await write('a.txt', 'new');
    expect((await send()).code).toBe(0);
    const kept = await readdir(join(program.folder, 'state'), { recursive: true, withFileTypes: true });
    expect(kept.filter((entry) => entry.isFile())).toEqual([]);
  });
});
