import { Module } from '@nestjs/common';
import { FileDeletionService } from './file-deletion.service.js';

@Module({ providers: [FileDeletionService], exports: [FileDeletionService] })
export class DeletionModule {}
