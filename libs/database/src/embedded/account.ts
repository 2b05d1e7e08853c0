import { nullIfMissing } from '@waybill/service-kit';
import { stat } from 'node:fs/promises';

/** An operating-system account that runs PostgreSQL's programs. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

/** Owner of a file or folder; null when it does not exist. */
export async function ownerOf(path: string): Promise<Account | null> {
  const found = await nullIfMissing(stat(path));
  return found && { uid: found.uid, gid: found.gid };
}
