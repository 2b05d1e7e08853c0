import { Module } from '@nestjs/common';
import { TargetsService } from './targets.service.js';

/** Projection of files and bundles. */
@Module({ providers: [TargetsService], exports: [TargetsService] })
export class TargetsModule {}
