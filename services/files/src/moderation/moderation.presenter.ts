import type { AdminReport, ModeratedFile } from '@waybill/contracts';
import type { AbuseReport } from '../abuse-reports/abuse-report.entity.js';
import type { Bundle } from '../bundle/bundle.entity.js';
import { presentTakedown } from '../file/file.presenter.js';
import type { SharedFile } from '../file/shared-file.entity.js';

/** A file as administrators see it. */
export function presentModeratedFile(file: SharedFile, openReports: number): ModeratedFile {
  return {
    id: file.id,
    originalName: file.originalName,
    mimeType: file.mimeType,
    size: file.size,
    createdAt: file.createdAt.toISOString(),
    deleteAt: file.deleteAt?.toISOString() ?? null,
    viewCount: file.viewCount,
    isPasswordProtected: file.passwordHash !== null,
    takenDown: presentTakedown(file),
    scanState: file.scanState,
    scanFinding: file.scanFinding,
    openReports,
    userId: file.userId,
  };
}

/**
 * A report as administrators see it.
 * @param file the reported file, or the first of a reported bundle
 * @param bundle null unless a bundle was reported
 */
export function presentReport(
  report: AbuseReport,
  file: AdminReport['file'],
  bundle: AdminReport['bundle'],
): AdminReport {
  return {
    id: report.id,
    createdAt: report.createdAt.toISOString(),
    reason: report.reason,
    message: report.message,
    email: report.email,
    state: report.state,
    file,
    bundle,
  };
}

/** A file in a report. */
export function presentReportedFile(file: SharedFile): AdminReport['file'] {
  const { id, originalName, userId } = file;
  return { id, originalName, takenDown: presentTakedown(file), userId };
}

/** A bundle without files, in place of its first file. */
export function presentEmptyBundle({ id, name, userId }: Bundle): AdminReport['file'] {
  return { id, originalName: name, takenDown: null, userId };
}
