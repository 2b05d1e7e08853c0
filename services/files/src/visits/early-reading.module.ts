import { Module } from '@nestjs/common';
import { EarlyReadingService } from './early-reading.service.js';

/** Reading that waits until the pages of its file are counted. */
@Module({ providers: [EarlyReadingService], exports: [EarlyReadingService] })
export class EarlyReadingModule {}
