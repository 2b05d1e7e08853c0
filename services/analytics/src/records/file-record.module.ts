import { Module } from '@nestjs/common';
import { BundleRecordConsumer } from './bundle-record.consumer.js';
import { FileRecordConsumer } from './file-record.consumer.js';
import { FileRecordRepository } from './file-record.repository.js';

/** Projection of the files service: one record per file and per bundle. */
@Module({
  controllers: [BundleRecordConsumer, FileRecordConsumer],
  providers: [FileRecordRepository],
  exports: [FileRecordRepository],
})
export class FileRecordModule {}
