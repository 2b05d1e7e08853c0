import { Module } from '@nestjs/common';
import { AnalyticsController } from './analytics.controller.js';
import { KnownReportsService } from './known-reports.service.js';

/** The analytics report of a file. */
@Module({ controllers: [AnalyticsController], providers: [KnownReportsService] })
export class AnalyticsModule {}
