import { Module } from '@nestjs/common';
import { SweepModule } from '../sweep/sweep.module.js';
import { CleanupPermissionService } from './cleanup-permission.service.js';
import { StoreOwnershipService } from './store-ownership.service.js';

@Module({
  imports: [SweepModule],
  providers: [CleanupPermissionService, StoreOwnershipService],
  exports: [CleanupPermissionService],
})
export class InstallationModule {}
