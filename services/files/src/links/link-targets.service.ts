import { Injectable } from '@nestjs/common';
import type { Caller } from '@waybill/contracts';
import { Clock } from '@waybill/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import { Bundle } from '../bundle/bundle.entity.js';
import { findBundle, findBundleForChange } from '../bundle/find-bundle.js';
import { findFile, findFileForChange } from '../file/find-file.js';
import { SharedFile } from '../file/shared-file.entity.js';
import type { Link } from '../link/link.entity.js';
import { mayLearnOf, requireOwner } from '../owner/owner.policy.js';

/** Reference to the file or bundle of a link. */
export interface TargetRef {
  readonly kind: 'file' | 'bundle';
  readonly id: string;
}

/** A file or bundle of the caller, to which links belong. */
export type OwnedTarget =
  { readonly kind: 'file'; readonly row: SharedFile } | { readonly kind: 'bundle'; readonly row: Bundle };

/** Finds the files and bundles that links belong to, for their owner. */
@Injectable()
export class LinkTargetsService {
  constructor(
    private readonly database: DataSource,
    private readonly clock: Clock,
  ) {}

  /** @throws AppError of `findFile`, `findBundle` and `requireOwner` */
  async findOwned({ kind, id }: TargetRef, caller: Caller): Promise<OwnedTarget> {
    const { manager } = this.database;
    const now = this.clock.now();
    return owned(
      kind === 'file'
        ? { kind, row: await findFile(manager, id, now) }
        : { kind, row: await findBundle(manager, id, now) },
      caller,
    );
  }

  /** Like `findOwned`, with the row locked until the transaction ends. */
  async lockOwned(manager: EntityManager, { kind, id }: TargetRef, caller: Caller): Promise<OwnedTarget> {
    const now = this.clock.now();
    return owned(
      kind === 'file'
        ? { kind, row: await findFileForChange(manager, id, now) }
        : { kind, row: await findBundleForChange(manager, id, now) },
      caller,
    );
  }

  /** The target whose first link has this id; null if there is none, or if the caller may not learn that it exists. */
  async refOfFirstLink(id: string, caller: Caller): Promise<TargetRef | null> {
    const { manager } = this.database;
    const file = await manager.findOneBy(SharedFile, { id });
    const row = file ?? (await manager.findOneBy(Bundle, { id }));
    if (!row || !mayLearnOf(row, caller)) return null;
    return { kind: file ? 'file' : 'bundle', id };
  }
}

/** @throws AppError of `requireOwner` */
function owned(target: OwnedTarget, caller: Caller): OwnedTarget {
  requireOwner(target.row, caller, target.kind === 'file' ? 'files.not-found' : 'bundles.not-found');
  return target;
}

/** Condition that finds the links of a target. */
export function linksOf({
  kind,
  id,
}: TargetRef): { readonly fileId: string } | { readonly bundleId: string } {
  return kind === 'file' ? { fileId: id } : { bundleId: id };
}

export function targetOf({ fileId, bundleId }: Pick<Link, 'fileId' | 'bundleId'>): TargetRef {
  if (fileId !== null) return { kind: 'file', id: fileId };
  if (bundleId !== null) return { kind: 'bundle', id: bundleId };
  throw new Error('A link has no target');
}
