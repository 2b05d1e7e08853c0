import { Module } from '@nestjs/common';
import { PeriodRepository } from './period.repository.js';
import { BusyPeriodRepository } from './busy-period.repository.js';

/** Roll-ups of visits, which reports read in place of entries. */
@Module({
  providers: [PeriodRepository, BusyPeriodRepository],
  exports: [PeriodRepository, BusyPeriodRepository],
})
export class RollUpModule {}
