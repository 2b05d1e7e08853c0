import { EmbeddedPostgres } from '@waybill/database';
import { eventually } from '../eventually.js';
import { isProcessRunning } from '../process-state.js';
import { temporaryFolder } from '../temporary-folder.js';
import { freePort } from './free-ports.js';
import { ProcessReaper } from './process-reaper.js';
import type { TestServer } from './test-server.js';

/** Keeps shared memory in files of the cluster: segments in `/dev/shm` would remain after a kill. */
const settings = { dynamic_shared_memory_type: 'mmap' };

/** A PostgreSQL server that can be killed. `url` is for DATABASE_URL. Writes durably, as in production. */
export type PostgresServer = TestServer & { readonly url: string };

/** Starts a server from the binaries of npm. For tests that only need a database, use `startPostgres`. */
export async function startPostgresServer(): Promise<PostgresServer> {
  const { path: folder } = await temporaryFolder();
  const port = await freePort();
  const reaper = new ProcessReaper(folder);
  let running = await start();
  let stopped: Promise<void> | undefined;

  async function start(): Promise<EmbeddedPostgres> {
    const started = await EmbeddedPostgres.start({ folder, port, settings, restartOnCrash: false });
    await reaper.watch(started.pid);
    return started;
  }

  return {
    url: running.url,
    kill: () => kill(running.pid),
    restart: async () => {
      await kill(running.pid);
      running = await start();
    },
    stop: () => (stopped ??= kill(running.pid).then(() => reaper.reap())),
  };
}

/** Kills the postmaster and waits for its end. Its child processes then exit by themselves. */
async function kill(pid: number): Promise<void> {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    return;
  }
  await eventually(() => {
    if (isProcessRunning(pid)) throw new Error(`PostgreSQL (process ${pid}) still runs after SIGKILL`);
  });
}
