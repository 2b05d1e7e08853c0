import { Controller } from '@nestjs/common';
import { Handles } from '@waybill/bus';
import {
  type InputOf,
  openBundleArchive,
  openBundledFiles,
  type OutputOf,
  recordBundleVisit,
} from '@waybill/contracts';
import { BundleArchiveFilesService } from './bundle-archive-files.service.js';
import { BundleVisitsService } from './bundle-visits.service.js';

@Controller()
export class BundleArchiveRequests {
  constructor(
    private readonly archives: BundleArchiveFilesService,
    private readonly visits: BundleVisitsService,
  ) {}

  @Handles(openBundleArchive)
  open(input: InputOf<typeof openBundleArchive>): Promise<OutputOf<typeof openBundleArchive>> {
    return this.archives.open(input);
  }

  @Handles(openBundledFiles)
  async openFiles(input: InputOf<typeof openBundledFiles>): Promise<OutputOf<typeof openBundledFiles>> {
    return { tickets: await this.archives.openFiles(input) };
  }

  @Handles(recordBundleVisit)
  async recordVisit(visit: InputOf<typeof recordBundleVisit>): Promise<OutputOf<typeof recordBundleVisit>> {
    return { counted: await this.visits.record(visit) };
  }
}
