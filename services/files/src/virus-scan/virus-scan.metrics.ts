import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { metrics } from '@waybill/service-kit';
import { VIRUS_SCAN_MODULE_OPTIONS, type VirusScanModuleOptions } from './virus-scan.module-options.js';
import { VirusScanQueueService } from './virus-scan-queue.service.js';

/** Counts scans by their outcome. */
export const virusScans = metrics.counter({
  name: 'waybill_virus_scans_total',
  help: 'Virus scans by their outcome: clean, infected, refused (clamd scans other files) or failed',
  labels: ['outcome'],
});
const waiting = metrics.gauge({
  name: 'waybill_virus_scan_waiting_seconds',
  help: 'Age of the oldest file that strangers cannot open before its scan; 0 if there is none. Files that clamd refuses are left out',
  labels: [],
});

/** Reads the age of the oldest waiting file at each scrape. All workers report the same value. */
@Injectable()
export class VirusScanMetrics implements OnApplicationBootstrap, OnModuleDestroy {
  private unregister: () => void = () => undefined;

  constructor(
    private readonly queue: VirusScanQueueService,
    @Inject(VIRUS_SCAN_MODULE_OPTIONS) private readonly options: VirusScanModuleOptions,
  ) {}

  onApplicationBootstrap(): void {
    // A rate needs a first sample before the first scan.
    for (const outcome of ['clean', 'infected', 'refused', 'failed']) virusScans.add({ outcome }, 0);
    if (this.options.clamdUrl === null) return;
    this.unregister = waiting.collect(async (set) => set({}, await this.queue.waitingSeconds()));
  }

  onModuleDestroy(): void {
    this.unregister();
  }
}
