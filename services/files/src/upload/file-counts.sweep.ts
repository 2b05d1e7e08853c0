import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { SweeperService } from '../sweep/sweeper.service.js';
import { OWNERS_AT_ONCE, sumUpFileCounts } from './file-counts.js';

/** Sums up the changes of the number of files of each owner. Nothing is left of an owner without files. */
@Injectable()
export class FileCountsSweep implements OnModuleInit {
  constructor(
    private readonly database: DataSource,
    private readonly sweeper: SweeperService,
  ) {}

  onModuleInit(): void {
    this.sweeper.register('file counts', () => this.sweep());
  }

  async sweep(): Promise<void> {
    let owners: number;
    do {
      owners = await sumUpFileCounts(this.database, null);
    } while (owners === OWNERS_AT_ONCE);
  }
}
