import { Module } from '@nestjs/common';
import { InstallationModule } from '../installation/installation.module.js';
import { SweepModule } from '../sweep/sweep.module.js';
import { ObjectDeletionService } from './object-deletion.service.js';
import { OrphanCleanupService } from './orphan-cleanup.service.js';
import { OrphansService } from './orphans.service.js';

@Module({
  imports: [InstallationModule, SweepModule],
  providers: [ObjectDeletionService, OrphanCleanupService, OrphansService],
})
export class StorageCleanupModule {}
