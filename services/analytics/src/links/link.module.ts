import { Module } from '@nestjs/common';
import { FileRecordModule } from '../records/file-record.module.js';
import { LinkConsumer } from './link.consumer.js';

/** Links sent by share mails. */
@Module({ imports: [FileRecordModule], controllers: [LinkConsumer], exports: [] })
export class LinkModule {}
