import { Injectable } from '@nestjs/common';
import {
  AppError,
  type Caller,
  type InputOf,
  type ObjectTicket,
  type openBundleArchive,
  type openBundledFiles,
  type OutputOf,
} from '@waybill/contracts';
import { JobScheduler } from '@waybill/jobs';
import { Clock } from '@waybill/service-kit';
import { DataSource, In } from 'typeorm';
import { AccessService } from '../access/access.service.js';
import { BundleAccessService, type OpenedBundle } from '../access/bundle-access.service.js';
import { linkOriginOf } from '../access/link-origin.js';
import { contentOf, type PlacedFile } from '../bundle/bundle-contents.js';
import { BundleFile } from '../bundle/bundle-file.entity.js';
import { computeChecksum } from '../checksums/compute-checksum.job.js';
import { requireAvailable } from '../file/find-file.js';
import { SharedFile } from '../file/shared-file.entity.js';
import { isOwnedBy } from '../owner/owner.policy.js';

/** `Retry-After` while checksums are being computed. */
const RETRY_AFTER_SECONDS = 5;

/** Facts and tickets of the files of a bundle, from which the gateway composes the ZIP archive. */
@Injectable()
export class BundleArchiveFilesService {
  constructor(
    private readonly database: DataSource,
    private readonly bundleAccess: BundleAccessService,
    private readonly access: AccessService,
    private readonly scheduler: JobScheduler,
    private readonly clock: Clock,
  ) {}

  /**
   * The files of the archive. Leaves out files that a gate refuses to the caller.
   * @throws AppError of `BundleAccessService.open`; `bundles.empty`, `files.being-scanned`, `files.content-missing`,
   *   `bundles.preparing`
   */
  async open({
    bundleId,
    ...request
  }: InputOf<typeof openBundleArchive>): Promise<OutputOf<typeof openBundleArchive>> {
    const access = await this.bundleAccess.open(bundleId, { ...request, action: 'attachment' });
    const { bundle, isOwner, opened } = access;
    const content = await contentOf(this.database.manager, bundleId, this.clock.now());
    const files = content.filter(({ file }) => this.isIncluded(access, file, request.caller));
    if (files.length === 0) throw new AppError('bundles.empty');
    if (files.some(({ file }) => file.contentMissingAt)) throw new AppError('files.content-missing');
    this.requireChecksums(files);
    return {
      name: bundle.name,
      isOwner,
      ...(opened && linkOriginOf(opened)),
      files: files.map(({ file: { id, size, crc32, createdAt }, path }) => ({
        fileId: id,
        path,
        size,
        crc32: crc32 ?? 0,
        createdAt: createdAt.toISOString(),
      })),
    };
  }

  /** @throws AppError of `BundleAccessService.open`; `files.not-found` for a file that has left the bundle */
  async openFiles({
    bundleId,
    fileIds,
    ...request
  }: InputOf<typeof openBundledFiles>): Promise<ObjectTicket[]> {
    const { opened } = await this.bundleAccess.open(bundleId, {
      ...request,
      action: 'attachment',
      isUnderWay: true,
    });
    const { manager } = this.database;
    const places = await manager.findBy(BundleFile, { bundleId, fileId: In(fileIds) });
    const placedIds = new Set(places.map(({ fileId }) => fileId));
    const files = await manager.findBy(SharedFile, { id: In(fileIds) });
    const byId = new Map(files.map((file) => [file.id, file]));
    const tickets: ObjectTicket[] = [];
    for (const id of fileIds) {
      const placed = placedIds.has(id) ? (byId.get(id) ?? null) : null;
      const file = await requireAvailable(manager, id, placed, this.clock.now());
      const refusal = this.access.refusalInBundle(bundleId, file, {
        action: 'attachment',
        isOwner: isOwnedBy(file, request.caller),
        opened,
      });
      if (refusal !== null) throw new AppError(refusal);
      tickets.push({ objectKey: file.objectKey, wrappedKey: file.wrappedKey });
    }
    return tickets;
  }

  /** @throws AppError `files.being-scanned`: if the file were left out, the archive would change after the scan */
  private isIncluded({ bundle, opened }: OpenedBundle, file: PlacedFile['file'], caller: Caller): boolean {
    const isOwner = isOwnedBy(file, caller);
    const refusal = this.access.refusalInBundle(bundle.id, file, { action: 'attachment', isOwner, opened });
    if (refusal === 'files.being-scanned') throw new AppError(refusal);
    return refusal === null;
  }

  /** Enqueues the computation of missing checksums. @throws AppError `bundles.preparing` if there are any */
  private requireChecksums(files: readonly PlacedFile[]): void {
    const missing = files.filter(({ file }) => file.crc32 === null);
    if (missing.length === 0) return;
    for (const { file } of missing) {
      this.scheduler.enqueue(computeChecksum, { fileId: file.id }, { id: file.id });
    }
    throw new AppError('bundles.preparing', undefined, { retryAfterSeconds: RETRY_AFTER_SECONDS });
  }
}
