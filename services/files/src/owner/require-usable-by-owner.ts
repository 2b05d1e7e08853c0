import { AppError, type ErrorCode } from '@waybill/contracts';
import type { SharedFile } from '../file/shared-file.entity.js';
import { takedownRefusal } from '../file/takedown.policy.js';
import { scanRefusal } from '../file/virus-scan.policy.js';

type GuardedFile = Pick<SharedFile, 'takenDownAt' | 'scanState'>;

/** Requires that the owner may still use the file. @throws AppError `files.taken-down`, `files.infected` */
export function requireUsableByOwner(file: GuardedFile): void {
  const refusal = ownerRefusal(file);
  if (refusal !== null) throw new AppError(refusal);
}

/** Whether the file is neither taken down nor infected. */
export function isUsableByOwner(file: GuardedFile): boolean {
  return ownerRefusal(file) === null;
}

function ownerRefusal(file: GuardedFile): ErrorCode | null {
  return takedownRefusal(file) ?? scanRefusal(file, true);
}
