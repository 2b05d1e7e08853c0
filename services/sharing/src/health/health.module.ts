import { Module } from '@nestjs/common';
import { HealthRequests } from './health.requests.js';

@Module({ controllers: [HealthRequests], exports: [] })
export class HealthModule {}
