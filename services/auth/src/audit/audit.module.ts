import { Module } from '@nestjs/common';
import { NetworksModule } from '../networks/networks.module.js';
import { AuditLogService } from './audit-log.service.js';
import { AuditRequests } from './audit.requests.js';

/** Log of the actions of administrators. */
@Module({ imports: [NetworksModule], controllers: [AuditRequests], providers: [AuditLogService] })
export class AuditModule {}
