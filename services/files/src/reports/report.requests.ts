import { randomUUID } from 'node:crypto';
import { Controller } from '@nestjs/common';
import { Handles } from '@waybill/bus';
import { AppError, type InputOf, type OutputOf, reportFile } from '@waybill/contracts';
import { RateLimiter } from '@waybill/redis';
import { Clock } from '@waybill/service-kit';
import { DataSource } from 'typeorm';
import { AccessService } from '../access/access.service.js';
import { Report } from './report.entity.js';
import { reportsPerNetwork } from './report.limits.js';

@Controller()
export class ReportRequests {
  constructor(
    private readonly database: DataSource,
    private readonly access: AccessService,
    private readonly limiter: RateLimiter,
    private readonly clock: Clock,
  ) {}

  @Handles(reportFile)
  async report({
    fileId,
    caller,
    token,
    form,
  }: InputOf<typeof reportFile>): Promise<OutputOf<typeof reportFile>> {
    const { file } = await this.access.open(fileId, { action: 'metadata', caller, token });
    const { allowed, retryAfterSeconds } = await this.limiter.consumeForNetwork(
      reportsPerNetwork,
      caller.address,
    );
    if (!allowed) throw new AppError('files.too-many-reports', undefined, { retryAfterSeconds });
    await this.database.manager.insert(Report, {
      id: randomUUID(),
      fileId: file.id,
      reason: form.reason,
      message: form.message ?? null,
      email: form.email ?? null,
      createdAt: this.clock.now(),
      state: 'open',
    });
    return {};
  }
}
