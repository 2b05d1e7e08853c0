import { Injectable } from '@nestjs/common';
import type { Caller } from '@waybill/contracts';
import { Clock } from '@waybill/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import { findFile, findFileForChange } from '../file/find-file.js';
import { SharedFile } from '../file/shared-file.entity.js';
import type { Link } from '../link/link.entity.js';
import { requireOwner } from '../owner/owner.policy.js';

/** Name of what a link opens. */
export interface TargetRef {
  readonly kind: 'file';
  readonly id: string;
}

/** What a link opens, with its owner. */
export interface LinkTarget {
  readonly kind: 'file';
  readonly row: SharedFile;
}

/** Files that links belong to. */
@Injectable()
export class LinkTargetsService {
  constructor(
    private readonly database: DataSource,
    private readonly clock: Clock,
  ) {}

  /** @throws AppError `files.not-found`, `files.expired`, `files.login-required`, `files.forbidden` */
  async findOwned({ kind, id }: TargetRef, caller: Caller): Promise<LinkTarget> {
    const row = await findFile(this.database.manager, id, this.clock.now());
    requireOwner(row, caller);
    return { kind, row };
  }

  /** As `findOwned`, with the row locked until the transaction ends. */
  async lockOwned(manager: EntityManager, { kind, id }: TargetRef, caller: Caller): Promise<LinkTarget> {
    const row = await findFileForChange(manager, id, this.clock.now());
    requireOwner(row, caller);
    return { kind, row };
  }

  /** The target whose first link has this id; null if there is none. */
  async refOfFirstLink(id: string): Promise<TargetRef | null> {
    return (await this.database.manager.existsBy(SharedFile, { id })) ? { kind: 'file', id } : null;
  }
}

/** Columns by which the links of a target are found. */
export function linksOf({ id }: TargetRef): { readonly fileId: string } {
  return { fileId: id };
}

export function targetOf({ fileId }: Pick<Link, 'fileId'>): TargetRef {
  if (fileId === null) throw new Error('A link has no target');
  return { kind: 'file', id: fileId };
}
