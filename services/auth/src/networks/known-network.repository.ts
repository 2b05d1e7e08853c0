import { Injectable } from '@nestjs/common';
import { DAY_MS } from '@waybill/contracts';
import { Clock } from '@waybill/service-kit';
import { DataSource, type EntityManager, LessThan, MoreThan } from 'typeorm';
import { NO_ACCOUNT } from '../credentials/no-account.js';
import { KnownNetwork } from './known-network.entity.js';
import { NetworkHashService } from './network-hash.service.js';

const RETENTION_MS = 90 * DAY_MS;

/** The networks from which accounts logged in during the last 90 days. */
@Injectable()
export class KnownNetworkRepository {
  constructor(
    private readonly database: DataSource,
    private readonly networkHashes: NetworkHashService,
    private readonly clock: Clock,
  ) {}

  async isKnown(accountId: string | undefined, address: string): Promise<boolean> {
    const networkHash = await this.networkHashes.hash(address);
    return this.database.manager.existsBy(KnownNetwork, {
      accountId: accountId ?? NO_ACCOUNT,
      networkHash,
      lastUsedAt: MoreThan(this.oldest()),
    });
  }

  async add(manager: EntityManager, accountId: string, address: string): Promise<void> {
    const networkHash = await this.networkHashes.hash(address);
    const lastUsedAt = this.clock.now();
    await manager.upsert(KnownNetwork, { accountId, networkHash, lastUsedAt }, ['accountId', 'networkHash']);
    await manager.delete(KnownNetwork, { accountId, lastUsedAt: LessThan(this.oldest()) });
  }

  /** Deletes old networks of all accounts, at most a thousand. Skips those that a log-in is writing. */
  async deleteOld(): Promise<void> {
    await this.database.query(
      `DELETE FROM known_networks WHERE ctid = ANY (ARRAY(
         SELECT ctid FROM known_networks WHERE last_used_at < $1 LIMIT 1000 FOR UPDATE SKIP LOCKED))`,
      [this.oldest()],
    );
  }

  private oldest(): Date {
    return new Date(this.clock.now().getTime() - RETENTION_MS);
  }
}
