import { eventually } from '@waybill/testing';
import type { DataSource, EntityManager } from 'typeorm';

/**
 * Takes `lock` in a transaction, starts `other`, and runs `change` in the transaction once `other` waits for it.
 * Expects none of them to fail.
 */
export async function beside<L>(
  database: DataSource,
  lock: (manager: EntityManager) => Promise<L>,
  change: (manager: EntityManager, locked: L) => Promise<unknown>,
  other: () => Promise<unknown>,
): Promise<void> {
  const failures: unknown[] = [];
  const note = (error: unknown) => void failures.push(error);
  let started: Promise<unknown> = Promise.resolve();
  const changed = database.transaction(async (manager) => {
    const locked = await lock(manager);
    started = other().catch(note);
    await eventually(async () => {
      const waiting = await manager.query<unknown[]>(
        'SELECT FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid))',
      );
      expect(waiting).toHaveLength(1);
    });
    await change(manager, locked);
  });
  await changed.catch(note);
  await started;
  expect(failures).toEqual([]);
}
