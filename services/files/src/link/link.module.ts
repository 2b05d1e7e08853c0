import { Module } from '@nestjs/common';
import { LinkLookupService } from './link-lookup.service.js';

@Module({ providers: [LinkLookupService], exports: [LinkLookupService] })
export class LinkModule {}
