import { Module } from '@nestjs/common';
import { HealthController } from './health.controller.js';

/** Health, liveness and readiness. */
@Module({ controllers: [HealthController] })
export class HealthModule {}
