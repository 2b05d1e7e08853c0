import { Module } from '@nestjs/common';
import { SweepModule } from '../sweep/sweep.module.js';
import { BundleExpirySweep } from './bundle-expiry.sweep.js';

/** The part of bundles that runs in the worker. */
@Module({ imports: [SweepModule], providers: [BundleExpirySweep] })
export class BundleWorkerModule {}
