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
import { mergePlaces, parsePlace, type Whereabouts, whereabouts } from './whereabouts.js';

/** Distinguishes older states of the database from the current one. One small write each. */
const ROTATION_MS = 10 * 60_000;

/** Counting lists the whole store. */
const RECOUNT_MS = 6 * 3_600_000;

/** Compares the installation of the database with the marker in the store, which only its owner may clean. */
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
    return this.refusalAt(await whereabouts(this.database));
  }

  /**
   * To be called every `CLAIM_MS`. Claims the store for a database that does not know yet whether a copy of it uses the
   * store, and answers the claims of copies: each then finds a marker that it does not know.
   */
  async beat(): Promise<CleanupRefusal | null> {
    let here: Whereabouts;
    try {
      here = await whereabouts(this.database);
    } catch (error) {
      await this.claim.defend();
      throw error;
    }
    const refusal = await this.refusalAt(here);
    if (this.store.isFolder) return refusal;
    const claimedBy = await this.claim.read();
    if (refusal === null) {
      if (claimedBy !== null && claimedBy !== here.run) await this.locked(() => this.renew(here));
      await this.claim.settle(here.run, claimedBy);
      return null;
    }
    if (refusal !== 'unconfirmed' && refusal !== 'contested') {
      await this.claim.withdraw(here.run, claimedBy);
      return refusal;
    }
    const installation = await this.installation();
    const isFirst = installation?.serverRun === null;
    if (!(await this.claim.pursue(here.run, claimedBy, isFirst))) return this.unconfirmed();
    return this.locked(() => this.confirm(here));
  }

  /** Makes this database the owner of the store, on an operator's decision. */
  async adopt(): Promise<void> {
    const here = await whereabouts(this.database);
    await this.locked(async () => this.writeToken(await this.installation(), null, here));
  }

  private async refusalAt(here: Whereabouts): Promise<CleanupRefusal | null> {
    const installation = await this.installation();
    const marker = await readMarker(this.store);
    const refusal = marker && this.refusalOfMarked(marker, installation, here);
    if (marker !== null && refusal === null && !this.isDue(installation)) return null;
    return this.locked(() => this.refusalUnderLock(here));
  }

  private async refusalUnderLock(here: Whereabouts): Promise<CleanupRefusal | null> {
    const installation = await this.installation();
    const marker = await readMarker(this.store);
    const refusal =
      marker === null
        ? await this.refusalOfUnmarked(installation, here)
        : this.refusalOfMarked(marker, installation, here);
    if (refusal !== null) return refusal;
    if (marker === null || this.isDue(installation)) await this.renew(here);
    return null;
  }

  private refusalOfMarked(
    marker: Marker | 'unreadable',
    installation: Installation | null,
    here: Whereabouts,
  ): CleanupRefusal | null {
    const refusal = refusalOfMarker(marker, installation, here.place, this.store.isFolder);
    return refusal ?? (this.isConfirmed(installation, here) ? null : this.unconfirmed());
  }

  private async refusalOfUnmarked(
    installation: Installation | null,
    here: Whereabouts,
  ): Promise<CleanupRefusal | null> {
    if (this.counted && this.age(this.counted.at) < RECOUNT_MS) return this.counted.refusal;
    const refusal = refusalOfUnmarked(await takeCensus(this.database.manager, this.store));
    this.counted = refusal && { at: this.clock.now(), refusal };
    if (refusal !== null || installation === null) return refusal;
    return this.isConfirmed(installation, here) ? null : this.unconfirmed();
  }

  /** A folder is used by one process (docs/decisions/one-process-per-data-folder.md). */
  private isConfirmed(installation: Installation | null, here: Whereabouts): boolean {
    return this.store.isFolder || installation?.serverRun === here.run;
  }

  private unconfirmed(): CleanupRefusal {
    return this.claim.isContested ? 'contested' : 'unconfirmed';
  }

  /** After a claim that no other installation contested. */
  private async confirm(here: Whereabouts): Promise<CleanupRefusal | null> {
    const installation = await this.installation();
    const marker = await readMarker(this.store);
    const refusal =
      marker === null ? null : refusalOfMarker(marker, installation, here.place, this.store.isFolder);
    if (refusal !== null) return refusal;
    await this.renew(here);
    await this.claim.settle(here.run, here.run);
    return null;
  }

  /** A failure is no refusal: a full store takes no marker, and only deletions make room. */
  private async renew(here: Whereabouts): Promise<void> {
    try {
      const marker = await readMarker(this.store);
      if (marker === 'unreadable') return;
      const installation = await this.installation();
      const place = mergePlaces(parsePlace(installation?.place ?? null), here.place);
      await this.writeToken(installation, marker, { ...here, place });
    } catch (error) {
      this.logger.warn({ err: error }, 'Writing the marker of the object store failed');
    }
  }

  /** The row before the marker, each on its own: a crash between them leaves the previous token in the marker. */
  private async writeToken(
    installation: Installation | null,
    marker: Marker | null,
    { place, run }: Whereabouts,
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
        place: JSON.stringify(place),
        serverRun: run,
      },
      ['id'],
    );
    await writeMarker(this.store, { installation: id, token });
  }

  private installation(): Promise<Installation | null> {
    return this.database.manager.findOne(Installation, { where: {} });
  }

  /** Immediately after an upgrade from a version that did not write the place. */
  private isDue(installation: Installation | null): boolean {
    if (installation === null || installation.serverRun === null) return true;
    return (
      parsePlace(installation.place).database === undefined || this.age(installation.rotatedAt) >= ROTATION_MS
    );
  }

  private age(since: Date): number {
    return this.clock.now().getTime() - since.getTime();
  }

  /** One process at a time: two that rotate at the same time would leave a token that neither row knows. */
  private locked<T>(work: () => Promise<T>): Promise<T> {
    return this.database.transaction(async (manager) => {
      await advisoryLock(manager, 'waybill.installation');
      return work();
    });
  }
}
