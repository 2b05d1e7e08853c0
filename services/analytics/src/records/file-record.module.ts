import { Module } from '@nestjs/common';
import { FileRecordConsumer } from './file-record.consumer.js';
import { FileRecordRepository } from './file-record.repository.js';

/** Projection of the files service: one record per file. */
@Module({
  controllers: [FileRecordConsumer],
  providers: [FileRecordRepository],
  exports: [FileRecordRepository],
})
export class FileRecordModule {}
