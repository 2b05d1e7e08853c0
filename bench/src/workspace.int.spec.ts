import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eventually, temporaryFolder, type TemporaryFolder } from '@waybill/testing';
import { Program } from './processes/program.js';
import { Workspace } from './workspace.js';

describe('Workspace', () => {
  let parent: TemporaryFolder;

  beforeEach(async () => {
    parent = await temporaryFolder();
  });

  afterEach(() => parent.remove());

  const sleeper = () => Program.start('/bin/sh', ['-c', 'echo begun; exec sleep 60'], {});

  it('leaves neither processes nor files behind', async () => {
    const workspace = await Workspace.open(parent.path, 0);
    const program = workspace.own(sleeper());
    const { pid } = program;
    await program.waitForOutput(/begun/);
    await writeFile(join(await workspace.folder('files'), 'file'), 'x');
    await workspace.close();
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');
    expect(existsSync(workspace.path)).toBe(false);
  });

  it('stops a process that was started while the workspace was closing', async () => {
    const workspace = await Workspace.open(parent.path, 0);
    const closed = workspace.close();
    const program = sleeper();
    const { pid } = program;
    workspace.own(program);
    await closed;
    await program.stop();
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  });

  it('refuses to start on a disk that is too small', async () => {
    await expect(Workspace.open(parent.path, 2 ** 60)).rejects.toThrow('of free disk are needed');
  });
});

describe('Program', () => {
  it('reports the output of a program that ended too early', async () => {
    const program = Program.start('/bin/sh', ['-c', 'echo no such port >&2; exit 1'], {});
    await expect(program.waitForHttp('http://127.0.0.1:1/')).rejects.toThrow('no such port');
  });

  it('throws from pid after the program has ended', async () => {
    const program = Program.start('/bin/sh', ['-c', 'echo out of luck'], {});
    await program.waitForOutput(/out of luck/);
    await eventually(() => expect(() => program.pid).toThrow('out of luck'));
  });

  it('reports a program that does not exist', async () => {
    const program = Program.start('/no/such/program', [], {});
    await expect(program.waitForOutput(/anything/)).rejects.toThrow('ENOENT');
    await program.stop();
  });
});
