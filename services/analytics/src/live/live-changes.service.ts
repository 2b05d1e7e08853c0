import { Injectable } from '@nestjs/common';
import { Clock } from '@waybill/service-kit';
import type { EntityManager } from 'typeorm';
import { LiveEventRepository } from './live-event.repository.js';

/**
 * Publishes to watching clients that a file or bundle has to be read again. After a call, the transaction must not wait
 * for other locks: see `LiveEventRepository.add`.
 */
@Injectable()
export class LiveChangesService {
  constructor(
    private readonly liveEvents: LiveEventRepository,
    private readonly clock: Clock,
  ) {}

  /** @param ownerId null for a file without an account, which nobody can watch */
  async publishFile(manager: EntityManager, ownerId: string | null, fileId: string): Promise<void> {
    if (ownerId === null) return;
    await this.liveEvents.addChange(manager, ownerId, { type: 'file.changed', at: this.now(), fileId });
  }

  /** Like `publishFile`. */
  async publishBundle(manager: EntityManager, ownerId: string | null, bundleId: string): Promise<void> {
    if (ownerId === null) return;
    await this.liveEvents.addChange(manager, ownerId, { type: 'bundle.changed', at: this.now(), bundleId });
  }

  private now(): string {
    return this.clock.now().toISOString();
  }
}
