import { Inject, Injectable } from '@nestjs/common';
import { AppError } from '@waybill/contracts';
import { advisoryLock } from '@waybill/database';
import type { EntityManager } from 'typeorm';
import { FILES_MODULE_OPTIONS, type FilesModuleOptions } from '../files.module-options.js';
import type { Owner } from '../owner/owner.js';
import { requireAnonymousRoom } from './upload.policy.js';

/**
 * Limits the total bytes of all anonymous files. Limits per browser are not enough: each call without a cookie counts
 * as a new browser.
 */
@Injectable()
export class AnonymousQuotaService {
  constructor(@Inject(FILES_MODULE_OPTIONS) private readonly options: FilesModuleOptions) {}

  /** @throws AppError `auth.required` where only accounts may upload */
  requireAllowed({ userId }: Pick<Owner, 'userId'>): void {
    if (userId === null && !this.options.anonymousUploads) throw new AppError('auth.required');
  }

  /**
   * Requires room for one more byte.
   * @throws AppError `server.storage-full`
   */
  async requireRoom(manager: EntityManager, owner: Owner, now: Date): Promise<void> {
    if (owner.userId === null) requireAnonymousRoom(0, await this.room(manager, [], now));
  }

  /**
   * Like `room`, and serialises commits of anonymous uploads until the transaction ends.
   * @param uploadIds uploads that this transaction commits. Their bytes are left out, because the commit counts them.
   */
  async lockRoom(manager: EntityManager, uploadIds: readonly string[], now: Date): Promise<number> {
    await advisoryLock(manager, 'files.anonymous-bytes');
    return this.room(manager, uploadIds, now);
  }

  /**
   * Number of bytes that are left; negative if the limit is exceeded.
   * @param uploadIds uploads whose bytes are left out
   */
  async room(manager: EntityManager, uploadIds: readonly string[], now: Date): Promise<number> {
    const [row] = await manager.query<{ used: string }[]>(
      `SELECT (SELECT coalesce(sum(size), 0) FROM files
               WHERE browser_id IS NOT NULL AND (delete_at IS NULL OR delete_at > $1))
            + (SELECT coalesce(sum(received), 0) FROM resumable_uploads JOIN uploads USING (id)
               WHERE browser_id IS NOT NULL AND committed_at IS NULL AND id <> ALL($2)) AS used`,
      [now, uploadIds],
    );
    return this.options.anonymousMaxBytes - Number(row?.used ?? 0);
  }
}
