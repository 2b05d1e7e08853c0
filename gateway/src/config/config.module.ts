import { Module } from '@nestjs/common';
import { ConfigController } from './config.controller.js';

/** What this installation offers. */
@Module({ controllers: [ConfigController] })
export class ConfigModule {}
