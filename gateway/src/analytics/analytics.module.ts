import { Module } from '@nestjs/common';
import { AnalyticsController } from './analytics.controller.js';
import { DelayedReportsService } from './delayed-reports.service.js';

/** The analytics report of a file. */
@Module({ controllers: [AnalyticsController], providers: [DelayedReportsService] })
export class AnalyticsModule {}
