import { Module } from '@nestjs/common';
import { BundleLookupService } from './bundle-lookup.service.js';

@Module({ providers: [BundleLookupService], exports: [BundleLookupService] })
export class BundleModule {}
