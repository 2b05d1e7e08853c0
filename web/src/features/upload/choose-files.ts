import { type FileView, type PlanLimits, uiMessages } from '@waybill/contracts';
import { type OutgoingFile, selectionOf, toOutgoingFile, withoutDuplicates } from './outgoing-file.js';
import { applyPlanLimits, countFiles, type Selection } from './selection.js';
import { UnfinishedUploads } from './unfinished-uploads.js';
import { hasNotFailed, type UploadItem } from './upload-item.js';

/** `targetBundleId`: a bundle of the user that gets the files; null for a new upload. */
interface Destination {
  readonly account: string | null;
  readonly targetBundleId: string | null;
}

/**
 * Chooses which files an upload takes: no file twice, and what the plan allows. `inUpload`: files of the upload so far,
 * of which failed ones can be chosen again. `own`: the user's files.
 */
export function chooseFiles(
  files: readonly File[],
  inUpload: readonly UploadItem[],
  own: readonly FileView[],
  limits: PlanLimits,
  destination: Destination,
): Selection<OutgoingFile> {
  const present = inUpload.filter(hasNotFailed);
  const fresh = withoutDuplicates(files.map(toOutgoingFile), present);
  const chosen = [...present, ...fresh];
  // The files that arrived before an interruption are in both lists.
  const others = continuesUpload(chosen, destination) ? withoutChosen(own, chosen) : own;
  const sized = fresh.map((outgoing) => ({ outgoing, size: outgoing.file.size }));
  const { accepted, problem } = applyPlanLimits(sized, countFiles(others, present), limits);
  return {
    accepted: accepted.map(({ outgoing }) => outgoing),
    problem: problem ?? describeDuplicates(files.length - fresh.length, files.length),
  };
}

/** Whether the files are those of an unfinished upload, which continues in its bundle. */
function continuesUpload(chosen: readonly OutgoingFile[], { account, targetBundleId }: Destination): boolean {
  return targetBundleId === null && new UnfinishedUploads(account).bundleOf(selectionOf(chosen)) !== null;
}

function withoutChosen(own: readonly FileView[], chosen: readonly OutgoingFile[]): readonly FileView[] {
  const keyOf = (name: string, size: number) => JSON.stringify([name.normalize('NFC'), size]);
  const keys = new Set(chosen.map(({ file }) => keyOf(file.name, file.size)));
  return own.filter(({ originalName, size }) => !keys.has(keyOf(originalName, size)));
}

function describeDuplicates(leftOut: number, all: number): string | null {
  if (leftOut === 0) return null;
  return leftOut === all ? uiMessages.uploadDuplicates : uiMessages.uploadSomeDuplicates;
}
