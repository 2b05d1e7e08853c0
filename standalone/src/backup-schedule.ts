import { OBJECTS_MISSING_EXIT_CODE, readLastBackupAt, untilBackupDue } from '@waybill/backup';
import type { Logger } from '@waybill/service-kit';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { StandaloneEnvironment } from './environment.js';

const OPERATOR = fileURLToPath(new URL('../../build/operator/main.js', import.meta.url));
/** A failed backup is tried again after an hour. */
const RETRY_MS = 3_600_000;

export interface BackupScheduleOptions {
  readonly databaseUrl: string;
  readonly env: Pick<StandaloneEnvironment, 'BACKUP_TO' | 'BACKUP_INTERVAL_HOURS'>;
  readonly logger: Logger;
  /** Path of the operator's program. */
  readonly operator?: string;
}

/**
 * Runs the operator's command `backup` at an interval, in a child process, so that copying does not take memory and
 * processor time from requests. The command reads BACKUP_TO and its other settings from the environment.
 */
export class BackupSchedule {
  private timer: NodeJS.Timeout | undefined;
  private running: ChildProcess | undefined;
  private isClosed = false;

  private constructor(private readonly options: BackupScheduleOptions) {}

  /** Null without BACKUP_TO. */
  static async start(options: BackupScheduleOptions): Promise<BackupSchedule | null> {
    if (options.env.BACKUP_TO === undefined) return null;
    const schedule = new BackupSchedule(options);
    schedule.wait(await schedule.untilNext());
    return schedule;
  }

  /** Ends a running backup. Earlier backups stay intact. */
  async close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.timer);
    const { running } = this;
    if (!running) return;
    // Not 'exit', which comes before 'close' and would be missed in between.
    const ended = once(running, 'close');
    running.kill('SIGTERM');
    await ended;
  }

  private async untilNext(): Promise<number> {
    const { databaseUrl, env } = this.options;
    return untilBackupDue(await readLastBackupAt(databaseUrl), env.BACKUP_INTERVAL_HOURS, new Date());
  }

  private wait(milliseconds: number): void {
    if (!this.isClosed) this.timer = setTimeout(() => void this.perform(), milliseconds);
  }

  private async perform(): Promise<void> {
    const { logger } = this.options;
    try {
      const { code, output } = await this.runCommand();
      if (code !== 0 && code !== OBJECTS_MISSING_EXIT_CODE) throw new Error(output);
      if (code === 0) logger.info({ output }, 'Made a backup');
      else logger.error({ output }, 'Made a backup, but objects are missing in the store');
      // At least an hour: the command may have failed to record its time.
      this.wait(Math.max(await this.untilNext(), RETRY_MS));
    } catch (error) {
      if (this.isClosed) return;
      logger.error({ err: error }, 'The scheduled backup failed, it will be retried in an hour');
      this.wait(RETRY_MS);
    }
  }

  /** @returns the exit code and the output of the command */
  private async runCommand(): Promise<{ code: number | null; output: string }> {
    const { operator = OPERATOR } = this.options;
    const child = spawn(process.execPath, [operator, 'backup'], { stdio: ['ignore', 'pipe', 'pipe'] });
    this.running = child;
    try {
      let output = '';
      for (const stream of [child.stdout, child.stderr]) {
        stream.setEncoding('utf8').on('data', (text: string) => (output += text));
      }
      const [code] = (await once(child, 'close')) as [number | null];
      return { code, output: output.trim() };
    } finally {
      this.running = undefined;
    }
  }
}
