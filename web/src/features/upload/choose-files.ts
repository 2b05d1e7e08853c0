import { type FileView, type PlanLimits, uiMessages } from '@waybill/contracts';
import { type OutgoingFile, toOutgoingFile, withoutDuplicates } from './outgoing-file.js';
import { applyPlanLimits, countFiles, type Selection } from './selection.js';
import { hasNotFailed, type UploadItem } from './upload-item.js';

/**
 * Chooses which files an upload takes: no file twice, and what the plan allows. `inUpload`: files of the upload so far,
 * of which failed ones can be chosen again. `own`: the user's files.
 */
export function chooseFiles(
  files: readonly File[],
  inUpload: readonly UploadItem[],
  own: readonly FileView[],
  limits: PlanLimits,
): Selection<OutgoingFile> {
  const present = inUpload.filter(hasNotFailed);
  const fresh = withoutDuplicates(files.map(toOutgoingFile), present);
  const sized = fresh.map((outgoing) => ({ outgoing, size: outgoing.file.size }));
  const { accepted, problem } = applyPlanLimits(sized, countFiles(own, present), limits);
  return {
    accepted: accepted.map(({ outgoing }) => outgoing),
    problem: problem ?? describeDuplicates(files.length - fresh.length, files.length),
  };
}

function describeDuplicates(leftOut: number, all: number): string | null {
  if (leftOut === 0) return null;
  return leftOut === all ? uiMessages.uploadDuplicates : uiMessages.uploadSomeDuplicates;
}
