import { Module } from '@nestjs/common';
import { PeriodRepository } from './period.repository.js';

/** Roll-ups of visits, which reports read in place of entries. */
@Module({ providers: [PeriodRepository], exports: [PeriodRepository] })
export class RollUpModule {}
