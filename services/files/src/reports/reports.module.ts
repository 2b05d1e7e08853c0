import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { ReportRequests } from './report.requests.js';
import { ReportsService } from './reports.service.js';

/** Reports of files, bundles and links by their visitors. */
@Module({ imports: [AccessModule], controllers: [ReportRequests], providers: [ReportsService] })
export class ReportsModule {}
