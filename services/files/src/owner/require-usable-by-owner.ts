import { AppError } from '@waybill/contracts';
import type { SharedFile } from '../file/shared-file.entity.js';
import { takedownRefusal } from '../file/takedown.policy.js';
import { scanRefusal } from '../file/virus-scan.policy.js';

/** Requires that the owner may still use the file. @throws AppError `files.taken-down`, `files.infected` */
export function requireUsableByOwner(file: Pick<SharedFile, 'takenDownAt' | 'scanState'>): void {
  const refusal = takedownRefusal(file) ?? scanRefusal(file, true);
  if (refusal !== null) throw new AppError(refusal);
}
