import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lockFolder } from './data-folder.js';
import { lockBySocket } from './folder-socket.js';

const IN_USE = /^The data folder .* is in use by another Waybill that is running\.$/;

/** Locks the folder as a container does, prints the result and runs until it is killed. */
const SCRIPT = `
  const [file, folder] = process.argv.slice(1);
  const { lockBySocket } = await import(file);
  console.log((await lockBySocket(folder)) ? 'locked' : 'refused');
  setInterval(() => {}, 1000);`;

const onLinux = process.platform === 'linux';

/** Namespaces of its own, as each container has. */
const NAMESPACES = ['--net', '--pid', '--fork', '--kill-child'];

const inContainers = onLinux && spawnSync('unshare', [...NAMESPACES, 'true']).status === 0;
if (!inContainers)
  process.stderr.write(
    'Skipped tests of the lock between containers: they need namespaces, as root on Linux.\n',
  );

(onLinux ? describe : describe.skip)('the lock of a data folder', () => {
  let folder: string;
  const holders: ChildProcess[] = [];

  beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'waybill-lock-'))));

  afterEach(async () => {
    for (const holder of holders.splice(0)) await kill(holder);
    await rm(folder, { recursive: true });
  });

  /** Locks the folder in another process. @returns the process, and what it printed */
  async function lockElsewhere(command: string[] = []): Promise<{ holder: ChildProcess; result: string }> {
    const [file, ...args] = [
      ...[...command, process.execPath, '--input-type=module', '--eval', SCRIPT],
      ...['--', join(__dirname, 'folder-socket.ts'), folder],
    ];
    const holder = spawn(file!, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    holders.push(holder);
    const [line] = (await once(holder.stdout, 'data')) as [Buffer];
    return { holder, result: line.toString().trim() };
  }

  async function kill(holder: ChildProcess): Promise<void> {
    if (holder.exitCode !== null || holder.signalCode !== null) return;
    const exited = once(holder, 'exit');
    holder.kill('SIGKILL');
    await exited;
  }

  const locksIn = async (path: string) => (await readdir(path)).filter((name) => name.startsWith('.lock-'));

  (inContainers ? it : it.skip)('refuses a folder that is in use in another container', async () => {
    const { result } = await lockElsewhere(['unshare', ...NAMESPACES]);
    expect(result).toBe('locked');
    await expect(lockFolder(folder)).rejects.toThrow(IN_USE);
  });

  (inContainers ? it : it.skip)('refuses another container on the folder of this process', async () => {
    const lock = await lockFolder(folder);
    expect((await lockElsewhere(['unshare', ...NAMESPACES])).result).toBe('refused');
    await lock.release();
    expect((await lockElsewhere(['unshare', ...NAMESPACES])).result).toBe('locked');
  });

  it('takes over the lock of a process that was killed, and keeps one socket file', async () => {
    for (let restarts = 0; restarts < 3; restarts += 1) {
      const { holder, result } = await lockElsewhere();
      expect(result).toBe('locked');
      await kill(holder);
    }
    const lock = await lockFolder(folder);
    expect(await locksIn(folder)).toEqual(['.lock-4']);
    await expect(lockFolder(folder)).rejects.toThrow(IN_USE);
    await lock.release();
  });

  it('lets one of many processes that start at once have the folder', async () => {
    for (let round = 0; round < 50; round += 1) {
      const locks = await Promise.all(Array.from({ length: 6 }, () => lockBySocket(folder)));
      const held = locks.filter((lock) => lock !== null);
      expect(held).toHaveLength(1);
      expect(await locksIn(folder)).toHaveLength(1);
      await new Promise((closed) => held[0]!.close(closed));
    }
  });

  it('locks a folder whose path is longer than that of a socket may be', async () => {
    const long = join(folder, 'a'.repeat(200));
    const lock = await lockFolder(long);
    expect(lock.socketError).toBeUndefined();
    expect(await lockBySocket(long)).toBeNull();
    await lock.release();
  });

  it('does not take the socket file in a copy of the folder for a running process', async () => {
    const lock = await lockFolder(join(folder, 'original'));
    spawnSync('cp', ['-a', join(folder, 'original'), join(folder, 'copy')]);
    expect(await locksIn(join(folder, 'copy'))).toEqual(['.lock-1']);
    const copy = await lockFolder(join(folder, 'copy'));
    await copy.release();
    await lock.release();
  });

  it('locks a folder against processes beside it where no socket file can be kept', async () => {
    await mkdir(join(folder, '.lock-1'));
    const lock = await lockFolder(folder);
    expect(lock.socketError).toBeDefined();
    await expect(lockFolder(folder)).rejects.toThrow(IN_USE);
    await lock.release();
  });
});
