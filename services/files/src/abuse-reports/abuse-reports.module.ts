import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { AbuseReportRequests } from './abuse-report.requests.js';
import { AbuseReportsService } from './abuse-reports.service.js';

/** Abuse reports of files, bundles and links by their visitors. */
@Module({ imports: [AccessModule], controllers: [AbuseReportRequests], providers: [AbuseReportsService] })
export class AbuseReportsModule {}
