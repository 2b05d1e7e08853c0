import { Module } from '@nestjs/common';
import { ConfigController } from './config.controller.js';

/** `GET /api/config`: plans, sign-up and feature flags of this installation. */
@Module({ controllers: [ConfigController] })
export class ConfigModule {}
