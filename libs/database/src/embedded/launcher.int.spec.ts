import { chmod, chown, cp, mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { findBinaries } from './binaries.js';
import { createCluster, openCluster } from './cluster.js';
import { Launcher } from './launcher.js';

const asRoot = process.getuid?.() === 0;

// Only root runs the programs as another account.
(asRoot && process.platform === 'linux' ? describe : describe.skip)('Launcher, as root', () => {
  let parent: string;
  beforeEach(async () => void (parent = await mkdtemp(join(tmpdir(), 'waybill-launcher-'))));
  afterEach(() => rm(parent, { recursive: true }));

  it('runs programs and opens data below a folder that their account may not enter', async () => {
    const installed = dirname(dirname((await findBinaries()).postgres));
    await cp(installed, join(parent, 'native'), { recursive: true, verbatimSymlinks: true });
    await chmod(parent, 0o700);
    const [initdb, postgres] = ['initdb', 'postgres'].map((name) => join(parent, 'native', 'bin', name));
    const binaries = { initdb: initdb!, postgres: postgres! };
    const [folder, cluster] = [join(parent, 'postgres'), join(parent, 'postgres', 'cluster')];
    await mkdir(folder, { mode: 0o700 });
    const launcher = await Launcher.choose(binaries, folder, cluster);
    await createCluster(launcher, binaries, cluster);
    expect(await openCluster(binaries, cluster)).toMatch(/^[0-9a-f]{48}$/);
    expect((await stat(cluster)).uid).not.toBe(0);
  });

  it('runs programs as the owner of an existing database', async () => {
    const cluster = join(parent, 'cluster');
    await mkdir(cluster);
    await chown(cluster, 65534, 65534);
    const launcher = await Launcher.choose(await findBinaries(), parent, cluster);
    expect((await launcher.run('/usr/bin/id', ['-u'])).trim()).toBe('65534');
  });

  it('gives programs an empty environment and no capability without need', async () => {
    await chmod(parent, 0o755);
    const launcher = await Launcher.choose(await findBinaries(), parent, join(parent, 'cluster'));
    const environment = await launcher.run('/usr/bin/env', []);
    expect(environment).not.toMatch(/HOME|NODE/);
    expect(await launcher.run('/bin/cat', ['/proc/self/status'])).toMatch(/CapEff:\s+0{16}/);
  });
});
