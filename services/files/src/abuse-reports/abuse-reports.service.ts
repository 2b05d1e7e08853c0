import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import {
  AppError,
  type InputOf,
  type reportBundle,
  type ReportForm,
  type reportFile,
  type reportLink,
} from '@waybill/contracts';
import { isForeignKeyViolation } from '@waybill/database';
import { RateLimiter } from '@waybill/redis';
import { Clock } from '@waybill/service-kit';
import { DataSource } from 'typeorm';
import { AccessService } from '../access/access.service.js';
import { BundleAccessService } from '../access/bundle-access.service.js';
import { BundleFile } from '../bundle/bundle-file.entity.js';
import { Link } from '../link/link.entity.js';
import { AbuseReport } from './abuse-report.entity.js';
import { abuseReportsPerNetwork } from './abuse-report.limits.js';

/** Maximum number of files of a bundle that one report names: the default limit of files in Pro. */
const MAX_FILES = 1000;

interface Reported {
  readonly fileIds: readonly string[];
  /** The bundle of these files; null for a file alone. */
  readonly bundleId: string | null;
}

/** Stores abuse reports. Anyone who can reach a page may report what it shares, even without its password. */
@Injectable()
export class AbuseReportsService {
  constructor(
    private readonly database: DataSource,
    private readonly access: AccessService,
    private readonly bundles: BundleAccessService,
    private readonly limiter: RateLimiter,
    private readonly clock: Clock,
  ) {}

  /** @throws AppError `files.too-many-reports`, and those of `AccessService.open` */
  async reportFile({ fileId, caller, token, form }: InputOf<typeof reportFile>): Promise<void> {
    const find = async () => {
      const { file } = await this.access.open(fileId, { action: 'metadata', caller, token });
      return aFile(file.id);
    };
    await this.keep(find, caller.address, form);
  }

  /** @throws AppError `files.too-many-reports`, and those of `BundleAccessService.open` */
  async reportBundle({ bundleId, caller, token, form }: InputOf<typeof reportBundle>): Promise<void> {
    const find = async () => {
      const { bundle } = await this.bundles.open(bundleId, { action: 'metadata', caller, token });
      return this.contentsOf(bundle.id);
    };
    await this.keep(find, caller.address, form);
  }

  /** @throws AppError `links.not-found`, `files.too-many-reports`, and those of `openThrough` of the target */
  async reportLink({ slug, caller, form }: InputOf<typeof reportLink>): Promise<void> {
    await this.keep(() => this.targetOf(slug), caller.address, form);
  }

  private async targetOf(slug: string): Promise<Reported> {
    const link = await this.database.manager.findOneBy(Link, { slug });
    if (!link) throw new AppError('links.not-found');
    const opened = { link, session: null, mayResume: false };
    if (link.bundleId !== null) {
      const { bundle } = await this.bundles.openThrough(link.bundleId, opened, 'metadata');
      return this.contentsOf(bundle.id);
    }
    if (link.fileId !== null) {
      const { file } = await this.access.openThrough(link.fileId, opened, 'metadata');
      return aFile(file.id);
    }
    throw new AppError('links.not-found');
  }

  private async contentsOf(bundleId: string): Promise<Reported> {
    const rows = await this.database.manager.find(BundleFile, {
      where: { bundleId },
      order: { position: 'ASC', path: 'ASC' },
      take: MAX_FILES,
    });
    return { fileIds: rows.map(({ fileId }) => fileId), bundleId };
  }

  /**
   * Consumes one point of the network's rate limit per report, however many files the report names. If something is
   * deleted before the report is stored, `find` decides again: the rest of a bundle is reported without that file.
   */
  private async keep(find: () => Promise<Reported>, address: string, form: ReportForm): Promise<void> {
    const reported = await find();
    const { allowed, retryAfterSeconds } = await this.limiter.consumeForNetwork(
      abuseReportsPerNetwork,
      address,
    );
    if (!allowed) throw new AppError('files.too-many-reports', undefined, { retryAfterSeconds });
    try {
      await this.insert(reported, form);
    } catch (error) {
      if (!isForeignKeyViolation(error)) throw error;
      await this.insert(await find(), form);
    }
  }

  private async insert(
    { fileIds, bundleId }: Reported,
    { reason, message, email }: ReportForm,
  ): Promise<void> {
    const report = {
      bundleId,
      reason,
      message: message ?? null,
      email: email ?? null,
      createdAt: this.clock.now(),
      state: 'open' as const,
    };
    const groupId = bundleId === null ? null : randomUUID();
    // The row of the bundle itself keeps the report of a bundle that has no files, or whose owner empties it.
    const ofBundle =
      groupId === null ? [] : [{ id: groupId, fileId: null, groupId: null, ownBundleId: bundleId }];
    const ofFiles = fileIds.map((fileId) => ({ id: randomUUID(), fileId, groupId, ownBundleId: null }));
    await this.database.manager.insert(
      AbuseReport,
      [...ofBundle, ...ofFiles].map((row) => ({ ...report, ...row })),
    );
  }
}

function aFile(id: string): Reported {
  return { fileIds: [id], bundleId: null };
}
