import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '@waybill/service-kit';
import { DataSource, LessThanOrEqual } from 'typeorm';
import { SweeperService } from '../sweep/sweeper.service.js';
import { VISIT_WINDOW_MS, VisitWindow } from './visit-window.entity.js';

/** Deletes the windows of visits that are over, and with them the visitors' keys. */
@Injectable()
export class VisitWindowSweep implements OnModuleInit {
  constructor(
    private readonly database: DataSource,
    private readonly clock: Clock,
    private readonly sweeper: SweeperService,
  ) {}

  onModuleInit(): void {
    this.sweeper.register('visit-windows', () => this.sweep());
  }

  async sweep(): Promise<void> {
    const seenAt = LessThanOrEqual(new Date(this.clock.now().getTime() - VISIT_WINDOW_MS));
    await this.database.manager.delete(VisitWindow, { seenAt });
  }
}
