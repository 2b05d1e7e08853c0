import { Module } from '@nestjs/common';
import { AuditLogService } from './audit-log.service.js';
import { AuditRequests } from './audit.requests.js';

/** Log of the actions of administrators. */
@Module({ controllers: [AuditRequests], providers: [AuditLogService] })
export class AuditModule {}
