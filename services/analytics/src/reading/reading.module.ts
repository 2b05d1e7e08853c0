import { Module } from '@nestjs/common';
import { LiveModule } from '../live/live.module.js';
import { FileRecordModule } from '../records/file-record.module.js';
import { RollUpModule } from '../roll-ups/roll-up.module.js';
import { ReadingConsumer } from './reading.consumer.js';
import { ReadingRepository } from './reading.repository.js';

/** Time that visitors spent on each page. */
@Module({
  imports: [FileRecordModule, LiveModule, RollUpModule],
  controllers: [ReadingConsumer],
  providers: [ReadingRepository],
  exports: [ReadingRepository],
})
export class ReadingModule {}
