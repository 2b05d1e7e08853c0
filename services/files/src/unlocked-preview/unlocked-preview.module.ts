import { Module } from '@nestjs/common';
import { UnlockedPreviewLookupService } from './unlocked-preview-lookup.service.js';

@Module({ providers: [UnlockedPreviewLookupService], exports: [UnlockedPreviewLookupService] })
export class UnlockedPreviewModule {}
