import { Module } from '@nestjs/common';
import { NoticeConsumer } from './notice.consumer.js';

/** Addresses of the recipients of notices about files. */
@Module({ controllers: [NoticeConsumer] })
export class NoticesModule {}
