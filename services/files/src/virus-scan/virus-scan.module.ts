import { type DynamicModule, Module } from '@nestjs/common';
import { SweepModule } from '../sweep/sweep.module.js';
import { ClamdScanner } from './clamd/clamd-scanner.js';
import { VirusScanMetrics } from './virus-scan.metrics.js';
import { VIRUS_SCAN_MODULE_OPTIONS, type VirusScanModuleOptions } from './virus-scan.module-options.js';
import { VirusScanQueueService } from './virus-scan-queue.service.js';
import { VirusScanService } from './virus-scan.service.js';
import { VirusScanSweep } from './virus-scan.sweep.js';
import { ScanFailedError, VirusScanner } from './virus-scanner.js';

/** Stands in for the scanner when `CLAMD_URL` was removed while files waited for their scan. */
class NoVirusScanner extends VirusScanner {
  override requireAvailable(): Promise<void> {
    return Promise.reject(new ScanFailedError('CLAMD_URL is not set'));
  }

  override scan(): Promise<never> {
    return Promise.reject(new ScanFailedError('There is no scanner'));
  }
}

@Module({})
export class VirusScanModule {
  static forRoot(options: VirusScanModuleOptions): DynamicModule {
    const { clamdUrl } = options;
    const scanner = clamdUrl === null ? new NoVirusScanner() : new ClamdScanner(clamdUrl);
    return {
      module: VirusScanModule,
      imports: [SweepModule],
      providers: [
        { provide: VIRUS_SCAN_MODULE_OPTIONS, useValue: options },
        { provide: VirusScanner, useValue: scanner },
        VirusScanMetrics,
        VirusScanQueueService,
        VirusScanService,
        VirusScanSweep,
      ],
    };
  }
}
