import { runMigrations } from '@waybill/composition';
import { filesProcess } from '@waybill/files';
import { startPostgresServer } from '@waybill/testing';

/** The APIs that fake timers must leave real: all except Date. */
const notDate = [
  'hrtime',
  'nextTick',
  'performance',
  'queueMicrotask',
  'setImmediate',
  'clearImmediate',
  'setInterval',
  'clearInterval',
  'setTimeout',
  'clearTimeout',
] as const;

/** A database failover, or the first start of a cluster, takes longer than any fixed timeout. */
const AN_HOUR_MS = 3_600_000;

describe('migration program', () => {
  it('waits for an unavailable database as long as it takes', async () => {
    const postgres = await startPostgresServer();
    await postgres.kill();
    jest.useFakeTimers({ now: Date.now(), doNotFake: [...notDate] });
    const exit = jest.spyOn(process, 'exit').mockImplementation(() => {
      throw new Error('exited');
    });
    let isRefused: () => void;
    const refused = new Promise<void>((resolve) => (isRefused = resolve));
    const write = jest.spyOn(process.stdout, 'write').mockImplementation((text) => {
      if (String(text).includes('ECONNREFUSED')) isRefused();
      return true;
    });
    try {
      const migrating = runMigrations(filesProcess, { DATABASE_URL: postgres.url, LOG_LEVEL: 'info' });
      await Promise.race([refused, migrating]);
      jest.setSystemTime(Date.now() + AN_HOUR_MS);
      await Promise.race([migrating, postgres.restart()]);
      await migrating;
      expect(exit).not.toHaveBeenCalled();
    } finally {
      write.mockRestore();
      exit.mockRestore();
      jest.useRealTimers();
      await postgres.stop();
    }
  });
});
