import { Inject, Module } from '@nestjs/common';
import { MINUTE_MS } from '@waybill/contracts';
import { Clock, HealthRegistry } from '@waybill/service-kit';
import { FILES_MODULE_OPTIONS, type FilesModuleOptions } from '../files.module-options.js';
import { ClamdScanner } from './clamd/clamd-scanner.js';
import { ScannerSilentError } from './virus-scanner.js';

/** Shorter than a health check may take, so that no connection to a clamd that hangs outlives its check. */
const PING_MS = 1500;
/** Time for which a clamd that gives no reply counts as available: it gives none while it reads new signatures. */
const SILENCE_MS = MINUTE_MS;

/**
 * Reports clamd as a component of the service, if strangers can open no new file without it. Belongs to the service,
 * not to its worker, because the worker answers no health checks of the gateway.
 */
@Module({})
export class VirusScanHealthModule {
  private silentSince: Date | null = null;

  constructor(
    health: HealthRegistry,
    private readonly clock: Clock,
    @Inject(FILES_MODULE_OPTIONS) { virusScan }: FilesModuleOptions,
  ) {
    const { clamdUrl, onFailure } = virusScan;
    if (clamdUrl === null || onFailure === 'allow') return;
    const scanner = new ClamdScanner(clamdUrl, PING_MS);
    health.register('virus-scan', () => this.check(scanner));
  }

  private async check(scanner: ClamdScanner): Promise<void> {
    try {
      await scanner.requireAvailable();
      this.silentSince = null;
    } catch (error) {
      if (!(error instanceof ScannerSilentError)) throw error;
      this.silentSince ??= this.clock.now();
      if (this.clock.now().getTime() - this.silentSince.getTime() >= SILENCE_MS) throw error;
    }
  }
}
