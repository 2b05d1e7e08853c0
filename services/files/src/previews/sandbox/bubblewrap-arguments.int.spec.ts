import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { bubblewrapArguments } from './bubblewrap-arguments.js';

describe('a command in the sandbox', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(homedir(), 'waybill-test-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const run = (readable: string[], script: string) =>
    execFileSync('/usr/bin/bwrap', [...bubblewrapArguments({ folder, readable }), '--', 'sh', '-c', script], {
      encoding: 'utf8',
    });

  it('finds a writable /tmp, which LibreOffice needs, where TMPDIR names another folder', () => {
    expect(run([], 'test -w /tmp && pwd')).toBe(`${folder}\n`);
  });

  it('reads files that lie in /dev/shm, as they do where TMPDIR names it', async () => {
    const inMemory = await mkdtemp('/dev/shm/waybill-test-');
    try {
      await writeFile(join(inMemory, 'program.js'), 'found');
      expect(run([inMemory], `cat ${inMemory}/program.js`)).toBe('found');
    } finally {
      await rm(inMemory, { recursive: true });
    }
  });
});
