import { Module } from '@nestjs/common';
import { ReportRequests } from './report.requests.js';
import { ReportService } from './report.service.js';

/** Report of a file for its owner. */
@Module({ controllers: [ReportRequests], providers: [ReportService], exports: [] })
export class ReportModule {}
