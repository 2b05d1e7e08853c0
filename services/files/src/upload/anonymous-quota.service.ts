import { Inject, Injectable } from '@nestjs/common';
import { AppError } from '@waybill/contracts';
import { advisoryLock } from '@waybill/database';
import type { EntityManager } from 'typeorm';
import { FILES_MODULE_OPTIONS, type FilesModuleOptions } from '../files.module-options.js';
import type { Owner } from '../owner/owner.js';

/** Bounds the bytes of all anonymous files together: every caller without a cookie counts as a new browser. */
@Injectable()
export class AnonymousQuotaService {
  constructor(@Inject(FILES_MODULE_OPTIONS) private readonly options: FilesModuleOptions) {}

  /** @throws AppError `auth.required` where only accounts may upload */
  requireAllowed(owner: Owner): void {
    if (owner.userId === null && !this.options.anonymousUploads) throw new AppError('auth.required');
  }

  /**
   * Requires room for `bytes` more. Serialises commits of anonymous uploads until the transaction ends.
   * @throws AppError `server.storage-full`
   */
  async requireRoom(manager: EntityManager, owner: Owner, bytes: number, now: Date): Promise<void> {
    if (owner.userId !== null) return;
    if (bytes > 0) await advisoryLock(manager, 'files.anonymous-bytes');
    const [row] = await manager.query<{ used: string }[]>(
      `SELECT (SELECT coalesce(sum(size), 0) FROM files
               WHERE browser_id IS NOT NULL AND (delete_at IS NULL OR delete_at > $1))
            + (SELECT coalesce(sum(received), 0) FROM resumable_uploads JOIN uploads USING (id)
               WHERE browser_id IS NOT NULL AND committed_at IS NULL) AS used`,
      [now],
    );
    const used = Number(row?.used ?? 0);
    const isFull =
      bytes > 0 ? used + bytes > this.options.anonymousMaxBytes : used >= this.options.anonymousMaxBytes;
    if (isFull) throw new AppError('server.storage-full');
  }
}
