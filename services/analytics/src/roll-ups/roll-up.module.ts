import { Module } from '@nestjs/common';
import { PeriodRepository } from './period.repository.js';
import { SplitRepository } from './split.repository.js';

/** Roll-ups of visits, which reports read in place of entries. */
@Module({ providers: [PeriodRepository, SplitRepository], exports: [PeriodRepository, SplitRepository] })
export class RollUpModule {}
