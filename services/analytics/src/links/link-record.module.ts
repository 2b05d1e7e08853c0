import { Module } from '@nestjs/common';
import { FileRecordModule } from '../records/file-record.module.js';
import { LinkRecipientConsumer } from './link-recipient.consumer.js';
import { ShareLinkConsumer } from './share-link.consumer.js';

/** Facts of links that reports show: the recipients of mailed links, slugs and names of share links. */
@Module({ imports: [FileRecordModule], controllers: [LinkRecipientConsumer, ShareLinkConsumer] })
export class LinkRecordModule {}
