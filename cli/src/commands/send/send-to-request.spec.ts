import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FakeWaybill } from '../../testing/fake-waybill.js';
import { Program } from '../../testing/program.js';

describe('waybill send --request', () => {
  let waybill: FakeWaybill;
  let program: Program;
  let folder: string;
  beforeEach(async () => {
    waybill = await FakeWaybill.start();
    program = await Program.logIn(waybill.url);
    folder = join(program.folder, 'photos');
    await mkdir(join(folder, 'church'), { recursive: true });
    await writeFile(join(folder, 'list.txt'), 'one photo');
    await writeFile(join(folder, 'church/list.txt'), 'two photos');
  });
  afterEach(async () => {
    waybill.close();
    await program.dispose();
  });

  const send = (...args: readonly string[]) =>
    program.run('send', ...args, '--request', 'our-wedding', '--json');
  const sent = () => [...waybill.files.values()].map(({ path, content }) => `${path}: ${content}`).sort();

  it('keeps the paths of a folder', async () => {
    const { code, output } = await send(folder);
    expect({ code, sent: sent() }).toEqual({
      code: 0,
      sent: ['church/list.txt: two photos', 'list.txt: one photo'],
    });
    expect((JSON.parse(output) as { sent: string[] }).sent.sort()).toEqual(['church/list.txt', 'list.txt']);
  });

  it('prints the name that a single file was sent under', async () => {
    const { code, output } = await send(join(folder, 'list.txt'), '--name', 'photos.txt');
    expect({ code, sent: sent() }).toEqual({ code: 0, sent: ['photos.txt: one photo'] });
    expect(JSON.parse(output)).toEqual({ sent: ['photos.txt'] });
  });
});
