import { Module } from '@nestjs/common';
import { UncheckedReadingService } from './unchecked-reading.service.js';

/** Reading that waits until the pages of its file are counted. */
@Module({ providers: [UncheckedReadingService], exports: [UncheckedReadingService] })
export class UncheckedReadingModule {}
