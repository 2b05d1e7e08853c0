import { Module } from '@nestjs/common';
import { SweeperService } from './sweeper.service.js';

@Module({ providers: [SweeperService], exports: [SweeperService] })
export class SweepModule {}
