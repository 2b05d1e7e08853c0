import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface TemporaryFolder {
  readonly path: string;
  /** Idempotent. */
  remove(): Promise<void>;
}

/** Creates an empty folder that only the current user can access. */
export async function temporaryFolder(): Promise<TemporaryFolder> {
  const path = await realpath(await mkdtemp(join(tmpdir(), 'waybill-test-')));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}
