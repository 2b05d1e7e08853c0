import { HOUR_MS, MINUTE_MS } from '@waybill/contracts';
import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { advisoryLock } from '@waybill/database';
import { Clock, LOGGER, type Logger } from '@waybill/service-kit';
import { ObjectStore } from '@waybill/storage';
import { DataSource } from 'typeorm';
import { type CleanupRefusal, refusalOfMarker, refusalOfUnmarked } from './cleanup.policy.js';
import { Installation } from './installation.entity.js';
import { type Marker, readMarker, writeMarker } from './installation-marker.js';
import { takeCensus } from './store-census.js';
import { StoreClaim } from './store-claim.js';
import { mergeIdentities, parseIdentity, type DatabaseServer, databaseServer } from './database-identity.js';

/**
 * Interval of replacing the token, which distinguishes older states of the database from the current one. Each time
 * writes the row and the marker.
 */
const ROTATION_MS = 10 * MINUTE_MS;

/** Interval of counting the objects of a store without a marker. Long, because it lists the whole store. */
const RECOUNT_MS = 6 * HOUR_MS;

/** Compares the installation in the database with the marker in the store. Only an owner may delete its objects. */
@Injectable()
export class StoreOwnershipService {
  private readonly claim: StoreClaim;
  private counted: { readonly at: Date; readonly refusal: CleanupRefusal } | null = null;

  constructor(
    private readonly database: DataSource,
    private readonly store: ObjectStore,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.claim = new StoreClaim(store);
  }

  /** @returns why nothing may be deleted from the store; null when this database owns it */
  async refusal(): Promise<CleanupRefusal | null> {
    return this.refusalAt(await databaseServer(this.database));
  }

  /**
   * To be called every `CLAIM_CHECK_MS`. Claims the store while it is unknown whether a copy of this database uses it.
   * An owner answers the claims of copies by replacing the token: a copy does not know the new one and stops.
   */
  async check(): Promise<CleanupRefusal | null> {
    let here: DatabaseServer;
    try {
      here = await databaseServer(this.database);
    } catch (error) {
      await this.claim.defend();
      throw error;
    }
    const refusal = await this.refusalAt(here);
    if (this.store.isFolder) return refusal;
    const claimedBy = await this.claim.read();
    if (refusal === null) {
      if (claimedBy !== null && claimedBy !== here.serverStart) await this.locked(() => this.renew(here));
      await this.claim.settle(here.serverStart, claimedBy);
      return null;
    }
    if (refusal !== 'unconfirmed' && refusal !== 'contested') {
      await this.claim.withdraw(here.serverStart, claimedBy);
      return refusal;
    }
    const installation = await this.installation();
    const mayStaySilent = installation?.serverStart === null;
    if (!(await this.claim.pursue(here.serverStart, claimedBy, mayStaySilent))) return this.unconfirmed();
    return this.locked(() => this.confirm(here));
  }

  /** Makes this database the owner of the store, on an operator's decision. */
  async adopt(): Promise<void> {
    const here = await databaseServer(this.database);
    await this.locked(async () => this.writeToken(await this.installation(), null, here));
  }

  private async refusalAt(here: DatabaseServer): Promise<CleanupRefusal | null> {
    const installation = await this.installation();
    const marker = await readMarker(this.store);
    const refusal = marker && this.refusalOfMarked(marker, installation, here);
    if (marker !== null && refusal === null && !this.isDue(installation)) return null;
    return this.locked(() => this.refusalUnderLock(here));
  }

  private async refusalUnderLock(here: DatabaseServer): Promise<CleanupRefusal | null> {
    const installation = await this.installation();
    const marker = await readMarker(this.store);
    const refusal =
      marker === null
        ? await this.recountedRefusal(installation, here)
        : this.refusalOfMarked(marker, installation, here);
    if (refusal !== null) return refusal;
    if (marker === null || this.isDue(installation)) await this.renew(here);
    return null;
  }

  private refusalOfMarked(
    marker: Marker | 'unreadable',
    installation: Installation | null,
    here: DatabaseServer,
  ): CleanupRefusal | null {
    const refusal = refusalOfMarker(marker, installation, here.identity, this.store.isFolder);
    return refusal ?? (this.isConfirmed(installation, here) ? null : this.unconfirmed());
  }

  /** Refusal for a store without a marker. Counts its objects, at most every `RECOUNT_MS`. */
  private async recountedRefusal(
    installation: Installation | null,
    here: DatabaseServer,
  ): Promise<CleanupRefusal | null> {
    if (this.counted && this.age(this.counted.at) < RECOUNT_MS) return this.counted.refusal;
    const refusal = refusalOfUnmarked(await takeCensus(this.database.manager, this.store));
    this.counted = refusal && { at: this.clock.now(), refusal };
    if (refusal !== null || installation === null) return refusal;
    return this.isConfirmed(installation, here) ? null : this.unconfirmed();
  }

  /** A folder needs no confirmation: one process uses it (docs/decisions/one-process-per-data-folder.md). */
  private isConfirmed(installation: Installation | null, here: DatabaseServer): boolean {
    return this.store.isFolder || installation?.serverStart === here.serverStart;
  }

  private unconfirmed(): CleanupRefusal {
    return this.claim.isContested ? 'contested' : 'unconfirmed';
  }

  /** Makes this database the owner, after a claim that no other Waybill answered. */
  private async confirm(here: DatabaseServer): Promise<CleanupRefusal | null> {
    const installation = await this.installation();
    const marker = await readMarker(this.store);
    const refusal =
      marker === null ? null : refusalOfMarker(marker, installation, here.identity, this.store.isFolder);
    if (refusal !== null) return refusal;
    await this.renew(here);
    await this.claim.settle(here.serverStart, here.serverStart);
    return null;
  }

  /** Replaces the token. Only logs a failure: a full store takes no marker, and a refusal would keep it full. */
  private async renew(here: DatabaseServer): Promise<void> {
    try {
      const marker = await readMarker(this.store);
      if (marker === 'unreadable') return;
      const installation = await this.installation();
      const identity = mergeIdentities(parseIdentity(installation?.place ?? null), here.identity);
      await this.writeToken(installation, marker, { ...here, identity });
    } catch (error) {
      this.logger.warn({ err: error }, 'Writing the marker of the object store failed');
    }
  }

  /** Commits the row, then writes the marker. A crash in between leaves the previous token there, which is valid. */
  private async writeToken(
    installation: Installation | null,
    marker: Marker | null,
    { identity, serverStart }: DatabaseServer,
  ): Promise<void> {
    const id = installation?.id ?? randomUUID();
    const token = randomUUID();
    await this.database.manager.upsert(
      Installation,
      {
        id,
        token,
        previousToken: marker?.token ?? null,
        rotatedAt: this.clock.now(),
        place: JSON.stringify(identity),
        serverStart,
      },
      ['id'],
    );
    await writeMarker(this.store, { installation: id, token });
  }

  private installation(): Promise<Installation | null> {
    return this.database.manager.findOne(Installation, { where: {} });
  }

  /** Whether to replace the token now: every ten minutes, and after an upgrade from a version without these columns. */
  private isDue(installation: Installation | null): boolean {
    if (installation === null || installation.serverStart === null) return true;
    return (
      parseIdentity(installation.place).database === undefined ||
      this.age(installation.rotatedAt) >= ROTATION_MS
    );
  }

  private age(since: Date): number {
    return this.clock.now().getTime() - since.getTime();
  }

  /** Serialises processes: concurrent rotations could leave a token in the marker that the row does not have. */
  private locked<T>(work: () => Promise<T>): Promise<T> {
    return this.database.transaction(async (manager) => {
      await advisoryLock(manager, 'waybill.installation');
      return work();
    });
  }
}
