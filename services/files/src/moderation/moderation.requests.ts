import { Controller } from '@nestjs/common';
import { Handles } from '@waybill/bus';
import {
  type AdminReport,
  dismissReport,
  type FilesOverview,
  getFilesOverview,
  type InputOf,
  listModeratedFiles,
  listReports,
  type ModeratedFile,
  type OutputOf,
  restoreFile,
  restoreReport,
  takeDownFile,
  takeDownReport,
} from '@waybill/contracts';
import { ModerationListsService } from './moderation-lists.service.js';
import { AbuseReportDecisionsService } from './abuse-report-decisions.service.js';
import { TakedownService } from './takedown.service.js';

/** Requests for administrators. The gateway has checked who they are. */
@Controller()
export class ModerationRequests {
  constructor(
    private readonly takedowns: TakedownService,
    private readonly decisions: AbuseReportDecisionsService,
    private readonly lists: ModerationListsService,
  ) {}

  @Handles(takeDownFile)
  takeDown({ fileId, reason }: InputOf<typeof takeDownFile>): Promise<ModeratedFile> {
    return this.takedowns.takeDown(fileId, reason);
  }

  @Handles(restoreFile)
  restore({ fileId }: InputOf<typeof restoreFile>): Promise<ModeratedFile> {
    return this.takedowns.restore(fileId);
  }

  @Handles(takeDownReport)
  takeDownReport({ reportId, reason }: InputOf<typeof takeDownReport>): Promise<AdminReport> {
    return this.decisions.takeDown(reportId, reason);
  }

  @Handles(restoreReport)
  restoreReport({ reportId }: InputOf<typeof restoreReport>): Promise<AdminReport> {
    return this.decisions.restore(reportId);
  }

  @Handles(dismissReport)
  dismiss({ reportId }: InputOf<typeof dismissReport>): Promise<AdminReport> {
    return this.decisions.dismiss(reportId);
  }

  @Handles(listModeratedFiles)
  files(input: InputOf<typeof listModeratedFiles>): Promise<OutputOf<typeof listModeratedFiles>> {
    return this.lists.files(input);
  }

  @Handles(listReports)
  reports(input: InputOf<typeof listReports>): Promise<OutputOf<typeof listReports>> {
    return this.lists.reports(input);
  }

  @Handles(getFilesOverview)
  overview(): Promise<FilesOverview> {
    return this.lists.overview();
  }
}
