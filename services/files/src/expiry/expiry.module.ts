import { Module } from '@nestjs/common';
import { SweepModule } from '../sweep/sweep.module.js';
import { ExpiryService } from './expiry.service.js';
import { ExpirySweep } from './expiry.sweep.js';

@Module({ imports: [SweepModule], providers: [ExpiryService, ExpirySweep] })
export class ExpiryModule {}
