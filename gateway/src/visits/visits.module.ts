import { Module } from '@nestjs/common';
import { BundleVisitRecorderService } from './bundle-visit-recorder.service.js';
import { VisitFactsService } from './visit-facts.service.js';
import { VisitRecorderService } from './visit-recorder.service.js';

/** Decides which requests are visits, and records them. Needs the bus. */
@Module({
  providers: [BundleVisitRecorderService, VisitFactsService, VisitRecorderService],
  exports: [BundleVisitRecorderService, VisitFactsService, VisitRecorderService],
})
export class VisitsModule {}
