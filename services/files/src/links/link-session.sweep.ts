import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '@waybill/service-kit';
import { DataSource, LessThanOrEqual } from 'typeorm';
import { VERIFICATION_TTL_MS } from '../access/verification-tokens.js';
import { LinkChallenge } from '../link/link-challenge.entity.js';
import { LinkCode } from '../link/link-code.entity.js';
import { LinkSession } from '../link/link-session.entity.js';
import { SweeperService } from '../sweep/sweeper.service.js';

/** Deletes expired challenges, codes and openings, and with them the e-mail addresses of visitors. */
@Injectable()
export class LinkSessionSweep implements OnModuleInit {
  constructor(
    private readonly database: DataSource,
    private readonly clock: Clock,
    private readonly sweeper: SweeperService,
  ) {}

  onModuleInit(): void {
    this.sweeper.register('link-sessions', () => this.sweep());
  }

  async sweep(): Promise<void> {
    const now = this.clock.now();
    const { manager } = this.database;
    await manager.delete(LinkChallenge, { expiresAt: LessThanOrEqual(now) });
    await manager.delete(LinkCode, { expiresAt: LessThanOrEqual(now) });
    const openedAt = LessThanOrEqual(new Date(now.getTime() - VERIFICATION_TTL_MS));
    await manager.delete(LinkSession, { openedAt });
  }
}
