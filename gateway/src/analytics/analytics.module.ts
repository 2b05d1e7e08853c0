import { Module } from '@nestjs/common';
import { AnalyticsController } from './analytics.controller.js';

/** The analytics report of a file. */
@Module({ controllers: [AnalyticsController] })
export class AnalyticsModule {}
