import { Module } from '@nestjs/common';
import { FileModule } from '../file/file.module.js';
import { UncheckedReadingModule } from './unchecked-reading.module.js';
import { ReportedReadingService } from './reported-reading.service.js';
import { VisitRequests } from './visit.requests.js';
import { VisitWindowRepository } from './visit-window.repository.js';
import { VisitsService } from './visits.service.js';

@Module({
  imports: [UncheckedReadingModule, FileModule],
  controllers: [VisitRequests],
  exports: [VisitsService, VisitWindowRepository],
  providers: [ReportedReadingService, VisitWindowRepository, VisitsService],
})
export class VisitsModule {}
