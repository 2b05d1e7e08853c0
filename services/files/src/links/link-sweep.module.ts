import { Module } from '@nestjs/common';
import { SweepModule } from '../sweep/sweep.module.js';
import { LinkSessionSweep } from './link-session.sweep.js';

/** The part of the worker. */
@Module({ imports: [SweepModule], providers: [LinkSessionSweep] })
export class LinkSweepModule {}
