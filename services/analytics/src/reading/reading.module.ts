import { Module } from '@nestjs/common';
import { FileRecordModule } from '../records/file-record.module.js';
import { RollUpModule } from '../roll-ups/roll-up.module.js';
import { ReadingConsumer } from './reading.consumer.js';
import { ReadingRepository } from './reading.repository.js';

/** Time that visitors spent on each page. */
@Module({
  imports: [FileRecordModule, RollUpModule],
  controllers: [ReadingConsumer],
  providers: [ReadingRepository],
  exports: [ReadingRepository],
})
export class ReadingModule {}
