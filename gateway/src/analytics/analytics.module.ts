import { Module } from '@nestjs/common';
import { AnalyticsController } from './analytics.controller.js';
import { ReportRetryService } from './report-retry.service.js';

/** The analytics report of a file. */
@Module({ controllers: [AnalyticsController], providers: [ReportRetryService] })
export class AnalyticsModule {}
