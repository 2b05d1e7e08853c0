import { EmbeddedPostgres } from '@waybill/database';
import { setTimeout as sleep } from 'node:timers/promises';
import { temporaryFolder } from '../temporary-folder.js';
import { freePort } from './free-ports.js';
import { Guard } from './guard.js';
import type { TestServer } from './test-server.js';

const POLL_MS = 20;

/** A PostgreSQL of a test's own that can be killed; for DATABASE_URL. It syncs to disk as a real one does. */
export type PostgresServer = TestServer & { readonly url: string };

/** Starts one, from the binaries that npm installed. For tests that need no more than a database: `startPostgres`. */
export async function startPostgresServer(): Promise<PostgresServer> {
  const { path: folder } = await temporaryFolder();
  const port = await freePort();
  const guard = new Guard(folder);
  let running = await start();
  let stopped: Promise<void> | undefined;

  async function start(): Promise<EmbeddedPostgres> {
    const started = await EmbeddedPostgres.start({ folder, port, revive: false });
    await guard.watch(started.pid);
    return started;
  }

  return {
    url: running.url,
    kill: () => kill(running.pid),
    restart: async () => {
      await kill(running.pid);
      running = await start();
    },
    stop: () => (stopped ??= kill(running.pid).then(() => guard.release())),
  };
}

/** Resolves when the process is gone; its children notice and end by themselves. */
async function kill(pid: number): Promise<void> {
  try {
    process.kill(pid, 'SIGKILL');
    for (;;) {
      await sleep(POLL_MS);
      process.kill(pid, 0);
    }
  } catch {
    // It is gone.
  }
}
