import { Module } from '@nestjs/common';
import { VisitRequests } from './visit.requests.js';
import { VisitsService } from './visits.service.js';

@Module({ controllers: [VisitRequests], providers: [VisitsService], exports: [VisitsService] })
export class VisitsModule {}
