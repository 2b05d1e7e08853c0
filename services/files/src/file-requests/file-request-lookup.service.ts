import { Injectable } from '@nestjs/common';
import { AppError } from '@waybill/contracts';
import { Clock } from '@waybill/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import { endOfRequest } from '../file-request/file-request-end.policy.js';
import { FileRequest } from '../file-request/file-request.entity.js';
import { SuspendedAccount } from '../file-request/suspended-account.entity.js';

/** Finds file requests that take files. */
@Injectable()
export class FileRequestLookupService {
  constructor(
    private readonly database: DataSource,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws AppError `requests.not-found`, `requests.deleted`, `requests.closed` (also while its owner is suspended),
   * `requests.expired`, `requests.full`
   */
  async findOpen(slug: string, manager: EntityManager = this.database.manager): Promise<FileRequest> {
    const request = await manager.findOneBy(FileRequest, { slug });
    // `freeSlug` replaces the slug of a deleted request by its id, which must not become an address.
    if (!request || request.slug === request.id) throw new AppError('requests.not-found');
    const end = endOfRequest(request, this.clock.now());
    if (end !== null) throw AppError.ofCode(end);
    await this.requireActiveOwner(manager, request.userId);
    return request;
  }

  /** @throws AppError `requests.closed` */
  async requireActiveOwner(manager: EntityManager, userId: string): Promise<void> {
    if (await manager.existsBy(SuspendedAccount, { userId })) throw new AppError('requests.closed');
  }
}
