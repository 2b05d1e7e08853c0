import { Module } from '@nestjs/common';
import { CleanupPermissionService } from './cleanup-permission.service.js';
import { StoreOwnershipService } from './store-ownership.service.js';

@Module({
  providers: [CleanupPermissionService, StoreOwnershipService],
  exports: [CleanupPermissionService],
})
export class InstallationModule {}
