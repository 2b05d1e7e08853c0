import { Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { metrics } from '@waybill/service-kit';
import { DataSource } from 'typeorm';
import { readLastBackup } from './backup-record.js';

const lastSuccess = metrics.gauge({
  name: 'waybill_backup_last_success_timestamp_seconds',
  help: 'Time of the last complete backup, as a Unix time; 0 before the first one',
  labels: [],
});

/** Exports the time of the last backup. Needs the database of any service. */
@Module({})
export class BackupMetricsModule implements OnApplicationShutdown {
  private readonly stopCollecting: () => void;

  constructor(@Inject(DataSource) database: DataSource) {
    let seconds = 0;
    this.stopCollecting = lastSuccess.collect(async (set) => {
      // Set the last value first: it remains if the database is unavailable, where 0 would raise the alert.
      set({}, seconds);
      seconds = ((await readLastBackup(database))?.getTime() ?? 0) / 1000;
      set({}, seconds);
    });
  }

  onApplicationShutdown(): void {
    this.stopCollecting();
  }
}
