import { Injectable } from '@nestjs/common';
import type { Caller, UploadTarget } from '@waybill/contracts';
import type { EntityManager } from 'typeorm';
import type { SharedFile } from '../file/shared-file.entity.js';
import { lockOwners } from '../owner/owner-lock.js';
import type { Owner } from '../owner/owner.js';
import type { Upload } from './upload.entity.js';

/** Facts about a new upload, from which its destination decides whether to admit it. */
export interface UploadToAdmit {
  readonly target: UploadTarget;
  readonly originalName: string;
  /** Size in bytes; null while the client has not declared it. */
  readonly length: number | null;
  /** The person who sends. */
  readonly caller: Caller;
  /** `X-Verification-Token` of the request that creates the upload. */
  readonly token: string | null;
}

/** Decision of a destination about an upload. */
export interface Admission {
  /** Owner of the file, whose quota it uses. Default: the caller. */
  readonly owner?: Owner;
  /** The file request that the upload counts for. */
  readonly requestId?: string;
  /** Maximum size in bytes. Default: the limit of the plan. */
  readonly maxFileSize?: number;
}

/** A feature that receives files of uploads: bundles, file requests. */
export interface UploadDestination {
  /** Called in the transaction that creates the upload. @throws AppError to refuse it */
  admit(manager: EntityManager, upload: UploadToAdmit): Promise<Admission>;
  /** Called in the transaction that creates the file, before its event is written. @throws AppError to refuse it */
  receive(manager: EntityManager, file: SharedFile, target: UploadTarget, upload: Upload): Promise<void>;
}

/** An upload with the files that it became. */
interface CommittedUpload {
  readonly upload: Upload;
  readonly files: readonly SharedFile[];
}

/** Registry of destinations, by their field of `UploadTarget`. Features register in `onModuleInit`. */
@Injectable()
export class UploadDestinationsService {
  private readonly destinations = new Map<'bundle' | 'request', UploadDestination>();

  register(field: 'bundle' | 'request', destination: UploadDestination): void {
    this.destinations.set(field, destination);
  }

  async admit(manager: EntityManager, upload: UploadToAdmit): Promise<Admission> {
    let admission: Admission = {};
    for (const destination of this.of(upload.target)) {
      admission = { ...admission, ...(await destination.admit(manager, upload)) };
    }
    return admission;
  }

  /**
   * Hands the new files of uploads over. Destinations lock rows, so this locks the owners of file requests first and
   * visits the destinations in one order: concurrent batches in different orders would deadlock.
   */
  async receiveAll(manager: EntityManager, uploads: readonly CommittedUpload[]): Promise<void> {
    const owners = uploads.flatMap(({ upload }) => (upload.requestId === null ? [] : [upload]));
    if (owners.length > 0) await lockOwners(manager, owners);
    const inOrder = uploads.toSorted((one, other) => orderOf(one).localeCompare(orderOf(other)));
    for (const { upload, files } of inOrder) {
      for (const file of files) await this.receive(manager, file, upload);
    }
  }

  private async receive(manager: EntityManager, file: SharedFile, upload: Upload): Promise<void> {
    const { target } = upload;
    for (const destination of this.of(target)) {
      await destination.receive(manager, file, target ?? {}, upload);
    }
  }

  private of(target: UploadTarget | null): UploadDestination[] {
    return [...this.destinations].flatMap(([field, destination]) =>
      target?.[field] === undefined ? [] : [destination],
    );
  }
}

/** Id of the file request or bundle that gets the files of an upload; empty if none does. */
function orderOf({ upload: { requestId, target } }: CommittedUpload): string {
  return requestId ?? target?.bundle?.toLowerCase() ?? '';
}
