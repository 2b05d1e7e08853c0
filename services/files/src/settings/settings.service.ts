import { Injectable } from '@nestjs/common';
import { Outbox } from '@waybill/bus';
import {
  type changeFileSettings,
  type FileSettings,
  fileSettingsChanged,
  type InputOf,
} from '@waybill/contracts';
import { clientOf } from '@waybill/redis';
import { Clock } from '@waybill/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import { hashPassword } from '@waybill/service-kit/password-hash';
import { JobScheduler } from '@waybill/jobs';
import { toFacts } from '../file/file.presenter.js';
import { findFile, findFileForChange } from '../file/find-file.js';
import { SharedFile } from '../file/shared-file.entity.js';
import { expireFile, isExpirySoon } from '../expiry/expire-file.job.js';
import { requireOwner } from '../owner/owner.policy.js';
import { requireUsableByOwner } from '../owner/require-usable-by-owner.js';
import { PlansService } from '../plan/plans.service.js';
import { BundledNameService } from './bundled-name.service.js';
import { decideChange, type SettingsChange } from './settings.policy.js';

/** Changes name, expiry and password of a file. */
@Injectable()
export class SettingsService {
  constructor(
    private readonly database: DataSource,
    private readonly plans: PlansService,
    private readonly bundledName: BundledNameService,
    private readonly outbox: Outbox,
    private readonly scheduler: JobScheduler,
    private readonly clock: Clock,
  ) {}

  /** @throws AppError of `findFile`, `requireOwner`, `requireUsableByOwner` and `decideChange`, in this order */
  async change({ fileId, caller, settings }: InputOf<typeof changeFileSettings>): Promise<SharedFile> {
    const { manager } = this.database;
    const before = await findFile(manager, fileId, this.clock.now());
    requireOwner(before, caller, 'files.not-found');
    requireUsableByOwner(before);
    // Hash after the permission check and outside the transaction, because hashing is slow.
    const { password } = await this.decide(manager, before, settings);
    const hash = typeof password === 'string' ? await hashPassword(password, clientOf(caller.address)) : null;
    const file = await this.database.transaction(async (manager) => {
      const renames = settings.originalName !== undefined && settings.originalName !== before.originalName;
      const bundle = renames ? await this.bundledName.lockBundle(manager, fileId) : null;
      const file = await findFileForChange(manager, fileId, this.clock.now());
      requireOwner(file, caller, 'files.not-found');
      requireUsableByOwner(file);
      const change = await this.decide(manager, file, settings);
      if (change.originalName !== undefined) {
        await this.bundledName.follow(manager, file, change.originalName, bundle);
      }
      if (Object.keys(change).length > 0) await this.apply(manager, file, change, hash);
      return file;
    });
    const runAt = isExpirySoon(file.deleteAt, this.clock.now()) ? file.deleteAt : null;
    this.scheduler.reschedule(expireFile, { fileId }, fileId, runAt);
    return file;
  }

  private async decide(
    manager: EntityManager,
    file: SharedFile,
    requested: FileSettings,
  ): Promise<SettingsChange> {
    const limits = await this.plans.limitsOf(manager, file);
    const { originalName, createdAt, deleteAt, passwordHash } = file;
    const current = { originalName, createdAt, deleteAt, isProtected: passwordHash !== null };
    return decideChange(current, requested, limits, this.clock.now());
  }

  private async apply(
    manager: EntityManager,
    file: SharedFile,
    { originalName, deleteAt, password }: SettingsChange,
    hash: string | null,
  ): Promise<void> {
    if (originalName !== undefined) file.originalName = originalName;
    if (deleteAt !== undefined) file.deleteAt = deleteAt;
    if (password !== undefined) {
      file.passwordHash = hash;
      file.passwordVersion += 1;
    }
    file.version += 1;
    await manager.save(file);
    await this.outbox.add(manager, fileSettingsChanged, file.id, toFacts(file));
  }
}
