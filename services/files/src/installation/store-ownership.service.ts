import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { Clock, LOGGER, type Logger } from '@waybill/service-kit';
import { ObjectStore } from '@waybill/storage';
import { DataSource } from 'typeorm';
import {
  type CleanupRefusal,
  refusalOfMarker,
  refusalOfUnmarked,
  type StoreCensus,
} from './cleanup.policy.js';
import { Installation } from './installation.entity.js';
import { type Marker, readMarker, writeMarker } from './installation-marker.js';
import { listObjects } from './list-objects.js';
import { placeOf } from './place-of.js';
import { unnamedObjects } from './unnamed-objects.js';

/** Short, because a copy of the database is detected only after the next rotation. One small write each. */
const ROTATION_MS = 10 * 60_000;

/** Counting lists the whole store. */
const RECOUNT_MS = 6 * 3_600_000;

/** Compares the installation of the database with the marker in the store, which only its owner may clean. */
@Injectable()
export class StoreOwnershipService {
  private place: string | undefined;
  private counted: { readonly at: Date; readonly refusal: CleanupRefusal } | null = null;

  constructor(
    private readonly database: DataSource,
    private readonly store: ObjectStore,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** @returns why nothing may be deleted from the store; null when this database owns it */
  async refusal(): Promise<CleanupRefusal | null> {
    const place = await this.findPlace();
    const installation = await this.installation();
    const marker = await readMarker(this.store);
    const isGranted = marker !== null && refusalOfMarker(marker, installation, place) === null;
    if (isGranted && !this.isDue(installation)) return null;
    return this.locked(() => this.refusalUnderLock(place));
  }

  /** Makes this database the owner of the store, on an operator's decision. */
  async adopt(): Promise<void> {
    const place = await this.findPlace();
    await this.locked(async () => this.writeToken(await this.installation(), null, place));
  }

  private async refusalUnderLock(place: string): Promise<CleanupRefusal | null> {
    const installation = await this.installation();
    const marker = await readMarker(this.store);
    const refusal =
      marker === null ? await this.refusalOfUnmarked() : refusalOfMarker(marker, installation, place);
    if (refusal !== null) return refusal;
    if (marker === null || this.isDue(installation))
      await this.rotate(installation, marker as Marker | null, place);
    return null;
  }

  /** A failure is no refusal: a full store takes no marker, and only deletions make room. */
  private async rotate(
    installation: Installation | null,
    marker: Marker | null,
    place: string,
  ): Promise<void> {
    try {
      await this.writeToken(installation, marker, place);
    } catch (error) {
      this.logger.warn({ err: error }, 'Writing the marker of the object store failed');
    }
  }

  private async refusalOfUnmarked(): Promise<CleanupRefusal | null> {
    if (this.counted && this.age(this.counted.at) < RECOUNT_MS) return this.counted.refusal;
    const refusal = refusalOfUnmarked(await this.census());
    this.counted = refusal && { at: this.clock.now(), refusal };
    return refusal;
  }

  private async census(): Promise<StoreCensus> {
    const { manager } = this.database;
    let named = 0;
    let unnamed = 0;
    for await (const batch of listObjects(this.store)) {
      const { length } = await unnamedObjects(
        manager,
        batch.map(({ key }) => key),
      );
      unnamed += length;
      named += batch.length - length;
    }
    const [row] = await manager.query<{ hasFiles: boolean }[]>(
      `SELECT EXISTS (SELECT FROM files) OR EXISTS (SELECT FROM reservations) AS "hasFiles"`,
    );
    return { named, unnamed, hasFiles: row?.hasFiles ?? false };
  }

  /** The row before the marker, each on its own: a crash between them leaves the previous token in the marker. */
  private async writeToken(
    installation: Installation | null,
    marker: Marker | null,
    place: string,
  ): Promise<void> {
    const id = installation?.id ?? randomUUID();
    const token = randomUUID();
    await this.database.manager.upsert(
      Installation,
      { id, token, previousToken: marker?.token ?? null, rotatedAt: this.clock.now(), place },
      ['id'],
    );
    await writeMarker(this.store, { installation: id, token });
  }

  private installation(): Promise<Installation | null> {
    return this.database.manager.findOne(Installation, { where: {} });
  }

  /** At once after an upgrade from a version that did not write the place. */
  private isDue(installation: Installation | null): boolean {
    return (
      installation === null || installation.place === null || this.age(installation.rotatedAt) >= ROTATION_MS
    );
  }

  private async findPlace(): Promise<string> {
    return (this.place ??= await placeOf(this.database, this.store));
  }

  private age(since: Date): number {
    return this.clock.now().getTime() - since.getTime();
  }

  /** One process at a time: two that rotate at once would leave a token that neither row knows. */
  private locked<T>(work: () => Promise<T>): Promise<T> {
    return this.database.transaction(async (manager) => {
      await manager.query(`SELECT pg_advisory_xact_lock(hashtextextended('waybill.installation', 0))`);
      return work();
    });
  }
}
