import { Module } from '@nestjs/common';
import { FileRecordModule } from '../records/file-record.module.js';
import { LinkConsumer } from './link.consumer.js';
import { ShareLinkConsumer } from './share-link.consumer.js';

/** Links sent by share mails. */
@Module({ imports: [FileRecordModule], controllers: [LinkConsumer, ShareLinkConsumer], exports: [] })
export class LinkModule {}
