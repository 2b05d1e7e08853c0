import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FakeWaybill } from './testing/fake-waybill.js';
import { Program } from './testing/program.js';

let waybill: FakeWaybill;
let program: Program;
let unusable: string;

beforeEach(async () => {
  waybill = await FakeWaybill.start();
  program = await Program.logIn(waybill.url);
  // The state folder is missing and cannot be made. Unlike a missing permission, this stops root too.
  unusable = join(program.folder, 'broken');
  await symlink(join(program.folder, 'missing/folder'), unusable);
  process.env['XDG_STATE_HOME'] = unusable;
});
afterEach(async () => {
  waybill.close();
  await program.dispose();
});

const remarksIn = (errors: string) => errors.split('\n').filter((line) => line.includes('state'));

it('sends a file and sets its password although the state folder cannot be written', async () => {
  const path = join(program.folder, 'report.txt');
  await writeFile(path, 'figures');
  const { code, output, errors } = await program.run('send', path, '--password', 'open sesame');
  const [id] = waybill.files.keys();
  expect({ code, output }).toEqual({ code: 0, output: `${waybill.url}/${id}\n` });
  expect(waybill.requests.at(-1)).toBe(`PUT /api/files/${id}/settings`);
  expect(remarksIn(errors)).toEqual([
    expect.stringMatching(
      `^The state folder ${unusable}/waybill cannot be used: E[A-Z]+. An interrupted transfer cannot be resumed.$`,
    ),
  ]);
});

it('deletes a file whose password Waybill refuses although the state folder cannot be written', async () => {
  const path = join(program.folder, 'report.txt');
  await writeFile(path, 'figures');
  // The program first checks its token with an id that no file has.
  waybill.failureOf = (line) =>
    line.startsWith('PUT ') && !line.includes('/00000000-') ? { status: 400 } : null;
  const { code } = await program.run('send', path, '--password', 'open sesame');
  expect({ code, files: [...waybill.files] }).toEqual({ code: 1, files: [] });
});

it('sends a folder although the state folder cannot be written, with one remark', async () => {
  const folder = join(program.folder, 'offer');
  await mkdir(folder);
  for (const name of ['a.txt', 'b.txt', 'c.txt']) await writeFile(join(folder, name), name);
  const { code, errors } = await program.run('send', folder);
  const [bundle = ''] = waybill.bundles.keys();
  expect({ code, remarks: remarksIn(errors).length }).toEqual({ code: 0, remarks: 1 });
  expect(waybill.contentsOf(bundle)).toEqual(['a.txt: a.txt', 'b.txt: b.txt', 'c.txt: c.txt']);
});

it('downloads from a one-time link although the state folder cannot be written', async () => {
  waybill.addFile('report.txt', 'figures');
  const target = join(program.folder, 'copy.txt');
  const { code, errors } = await program.run('get', `${waybill.url}/l/our-offer`, '-o', target);
  expect({ code, remarks: remarksIn(errors).length }).toEqual({ code: 0, remarks: 1 });
  await expect(readFile(target, 'utf8')).resolves.toBe('figures');
});
