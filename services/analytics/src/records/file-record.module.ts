import { Module } from '@nestjs/common';
import { LiveModule } from '../live/live.module.js';
import { BlockedFileConsumer } from './blocked-file.consumer.js';
import { BundleRecordConsumer } from './bundle-record.consumer.js';
import { FileRecordConsumer } from './file-record.consumer.js';
import { FileRecordRepository } from './file-record.repository.js';

/** Projection of the files service: one record per file and per bundle. */
@Module({
  imports: [LiveModule],
  controllers: [BlockedFileConsumer, BundleRecordConsumer, FileRecordConsumer],
  providers: [FileRecordRepository],
  exports: [FileRecordRepository],
})
export class FileRecordModule {}
