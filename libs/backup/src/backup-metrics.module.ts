import { Module, type OnApplicationShutdown } from '@nestjs/common';
import { metrics } from '@waybill/service-kit';
import { DataSource } from 'typeorm';
import { type BackupRecord, readLastBackup } from './backup-record.js';

const lastSuccess = metrics.gauge({
  name: 'waybill_backup_last_success_timestamp_seconds',
  help: 'Time of the last complete backup, as a Unix time; 0 before the first one',
  labels: [],
});
const missingObjects = metrics.gauge({
  name: 'waybill_backup_missing_objects',
  help: 'Objects of existing files that the last complete backup did not find in the store',
  labels: [],
});

/** Exports the last backup. Needs the database of any service. */
@Module({})
export class BackupMetricsModule implements OnApplicationShutdown {
  private readonly stopCollecting: (() => void)[];

  constructor(private readonly database: DataSource) {
    this.stopCollecting = [
      this.collect(lastSuccess, ({ createdAt }) => createdAt.getTime() / 1000),
      this.collect(missingObjects, (backup) => backup.missingObjects),
    ];
  }

  onApplicationShutdown(): void {
    for (const stop of this.stopCollecting) stop();
  }

  private collect(gauge: typeof lastSuccess, valueOf: (backup: BackupRecord) => number): () => void {
    let value = 0;
    return gauge.collect(async (set) => {
      // Set the last value first: it remains if the database is unavailable, where 0 would raise or end an alert.
      set({}, value);
      const backup = await readLastBackup(this.database);
      value = backup ? valueOf(backup) : 0;
      set({}, value);
    });
  }
}
