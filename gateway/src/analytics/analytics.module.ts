import { Module } from '@nestjs/common';
import { AnalyticsController } from './analytics.controller.js';
import { DelayedReportsService } from './delayed-reports.service.js';

/** Analytics of files and bundles: reports, exports, the overview, and what was read. */
@Module({ controllers: [AnalyticsController], providers: [DelayedReportsService] })
export class AnalyticsModule {}
