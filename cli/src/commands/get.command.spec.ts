import { execFileSync } from 'node:child_process';
import { lstat, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FakeWaybill } from '../testing/fake-waybill.js';
import { Program } from '../testing/program.js';

describe('waybill get', () => {
  let waybill: FakeWaybill;
  let program: Program;
  let link: string;
  beforeEach(async () => {
    waybill = await FakeWaybill.start();
    program = await Program.logIn(waybill.url);
    waybill.addFile('report.txt', 'figures');
    link = `${waybill.url}/l/our-offer`;
  });
  afterEach(async () => {
    waybill.close();
    await program.dispose();
  });

  it('makes the folder that an output with a slash at its end names, and uses the name of the file', async () => {
    const folder = join(program.folder, 'out');
    const { code, output } = await program.run('get', link, '-o', `${folder}/`);
    expect({ code, output }).toEqual({ code: 0, output: `${folder}/report.txt\n` });
    await expect(readdir(folder)).resolves.toEqual(['report.txt']);
  });

  it('uses the name of the file in a folder that a symbolic link leads to', async () => {
    const folder = join(program.folder, 'out');
    await mkdir(folder);
    await symlink(folder, join(program.folder, 'link'));
    expect((await program.run('get', link, '-o', join(program.folder, 'link'))).code).toBe(0);
    await expect(readdir(folder)).resolves.toEqual(['report.txt']);
  });

  it('replaces the file that a symbolic link leads to, and keeps the link', async () => {
    const file = join(program.folder, 'old.txt');
    await writeFile(file, 'old');
    await symlink(file, join(program.folder, 'link'));
    expect((await program.run('get', link, '-o', join(program.folder, 'link'))).code).toBe(0);
    await expect(readFile(file, 'utf8')).resolves.toBe('figures');
    expect((await lstat(join(program.folder, 'link'))).isSymbolicLink()).toBe(true);
  });

  it('writes to a named pipe, and does not replace it', async () => {
    const pipe = join(program.folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const [{ code }, content] = await Promise.all([
      program.run('get', link, '-o', pipe),
      readFile(pipe, 'utf8'),
    ]);
    expect({ code, content }).toEqual({ code: 0, content: 'figures' });
    expect((await lstat(pipe)).isFIFO()).toBe(true);
  });

  it('refuses an empty output before it uses up a link', async () => {
    const { code, errors } = await program.run('get', link, '-o', '');
    expect({ code, errors }).toEqual({ code: 2, errors: '--output cannot be empty\n' });
    expect(waybill.requests).toEqual([]);
  });
});
