import { ConfigurationError, type Logger, SystemClock } from '@waybill/service-kit';
import type { ObjectStore } from '@waybill/storage';
import type { DataSource } from 'typeorm';
import { refusalMessages } from '../installation/cleanup.policy.js';
import { StoreOwnershipService } from '../installation/store-ownership.service.js';
import { OrphansService } from './orphans.service.js';

const BATCH = 500;

/** The operator's commands on the object store. Waybill may run meanwhile. Each command returns its output. */
export class StoreMaintenance {
  private readonly ownership: StoreOwnershipService;
  private readonly orphans: OrphansService;

  constructor(database: DataSource, store: ObjectStore, logger: Logger, clock = new SystemClock()) {
    this.ownership = new StoreOwnershipService(database, store, clock, logger);
    this.orphans = new OrphansService(database, store, clock);
  }

  async status(): Promise<string> {
    const refusal = await this.ownership.refusal();
    return refusal === null ? 'The object store belongs to this database.' : refusalMessages[refusal];
  }

  /**
   * Before a change that only the database with the rows of the objects may make. An empty store has no other database,
   * and a database whose server has just started is still the owner.
   * @param consequence a sentence for the operator
   * @throws ConfigurationError when the store belongs to another database
   */
  async requireOwner(consequence: string): Promise<void> {
    const refusal = await this.ownership.refusal();
    if (refusal === null || refusal === 'no-objects' || refusal === 'unconfirmed') return;
    throw new ConfigurationError(`${refusalMessages[refusal]} ${consequence}`);
  }

  async adopt(): Promise<string> {
    await this.ownership.adopt();
    return 'The object store belongs to this database from now on. No other may use it.';
  }

  /** Searches the store first, as `deleteOrphans` does, so that the list is current. */
  async listOrphans(): Promise<string> {
    const { objects } = await this.orphans.search();
    const orphans = await this.orphans.list();
    const lines = orphans.map(
      ({ objectKey, size, firstSeenAt }) =>
        `${objectKey}  ${size} bytes  seen since ${firstSeenAt.toISOString()}`,
    );
    const count = `${orphans.length} of ${objects} objects are older than a day and in no row.`;
    // With a wrong database, all files of the right one are in the list.
    const refusal = await this.ownership.refusal();
    return [...lines, count, ...(refusal === null ? [] : [refusalMessages[refusal]])].join('\n');
  }

  /**
   * Ignores the maximum number and the quarantine of the automatic cleanup: the operator has seen the list.
   * @throws ConfigurationError when nothing may be deleted from the store
   */
  async deleteOrphans(): Promise<string> {
    const refusal = await this.ownership.refusal();
    if (refusal !== null) throw new ConfigurationError(refusalMessages[refusal]);
    await this.orphans.search();
    const orphans = await this.orphans.list();
    let deleted = 0;
    for (let start = 0; start < orphans.length; start += BATCH) {
      deleted += await this.orphans.delete(orphans.slice(start, start + BATCH));
    }
    await this.orphans.clearRefusal();
    return `${deleted} objects were deleted.`;
  }
}
