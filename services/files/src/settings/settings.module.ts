import { Module } from '@nestjs/common';
import { PlanModule } from '../plan/plan.module.js';
import { BundledNameService } from './bundled-name.service.js';
import { SettingsRequests } from './settings.requests.js';
import { SettingsService } from './settings.service.js';

@Module({
  imports: [PlanModule],
  controllers: [SettingsRequests],
  providers: [BundledNameService, SettingsService],
})
export class SettingsModule {}
