import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { ReportRequests } from './report.requests.js';

/** Reports of files by their visitors. */
@Module({ imports: [AccessModule], controllers: [ReportRequests] })
export class ReportsModule {}
