import { Module } from '@nestjs/common';
import { SweepModule } from '../sweep/sweep.module.js';
import { LinkSessionSweep } from './link-session.sweep.js';

/** Sweep of links, for the worker only. */
@Module({ imports: [SweepModule], providers: [LinkSessionSweep] })
export class LinkSweepModule {}
