import type { ErrorCode } from '@waybill/contracts';
import type { SharedFile } from './shared-file.entity.js';

/** Nobody, its owner included, can open a file that was taken down. @returns null: passed */
export function takedownRefusal({ takenDownAt }: Pick<SharedFile, 'takenDownAt'>): ErrorCode | null {
  return takenDownAt === null ? null : 'files.taken-down';
}
