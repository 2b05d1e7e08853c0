import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { SweeperService } from '../sweep/sweeper.service.js';
import { OWNERS_AT_ONCE, sumUpFileCounts } from './file-counts.js';

/** Replaces the changes of the file count of each owner with their sum. Keeps no row of an owner without files. */
@Injectable()
export class FileCountsSweep implements OnModuleInit {
  constructor(
    private readonly database: DataSource,
    private readonly sweeper: SweeperService,
  ) {}

  onModuleInit(): void {
    this.sweeper.register('file-counts', () => this.sweep());
  }

  async sweep(): Promise<void> {
    let owners: number;
    do {
      owners = await sumUpFileCounts(this.database, null);
    } while (owners === OWNERS_AT_ONCE);
  }
}
