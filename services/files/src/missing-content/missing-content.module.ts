import { Module } from '@nestjs/common';
import { MissingContentService } from './missing-content.service.js';

/** Records files whose bytes the store has lost. */
@Module({ providers: [MissingContentService], exports: [MissingContentService] })
export class MissingContentModule {}
