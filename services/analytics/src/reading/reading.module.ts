import { Module } from '@nestjs/common';
import { LiveModule } from '../live/live.module.js';
import { FileRecordModule } from '../records/file-record.module.js';
import { RollUpModule } from '../roll-ups/roll-up.module.js';
import { EarlyReadingSweep } from './early-reading.sweep.js';
import { ReadingConsumer } from './reading.consumer.js';
import { ReadingRepository } from './reading.repository.js';
import { EntryReadingService } from './entry-reading.service.js';

/** Time that visitors spent on each page. */
@Module({
  imports: [FileRecordModule, LiveModule, RollUpModule],
  controllers: [ReadingConsumer],
  providers: [EarlyReadingSweep, ReadingRepository, EntryReadingService],
  exports: [ReadingRepository, EntryReadingService],
})
export class ReadingModule {}
