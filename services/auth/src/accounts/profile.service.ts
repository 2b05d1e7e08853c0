import { Inject, Injectable } from '@nestjs/common';
import { AppError, type InputOf, type updateProfile, type User } from '@waybill/contracts';
import { Clock } from '@waybill/service-kit';
import { DataSource } from 'typeorm';
import { AUTH_CONFIG, type AuthConfig } from '../auth.config.js';
import { Account } from './account.entity.js';
import { presentUser } from './user.presenter.js';

/** What people may change about themselves: their name (spec §5). */
@Injectable()
export class ProfileService {
  constructor(
    private readonly database: DataSource,
    private readonly clock: Clock,
    @Inject(AUTH_CONFIG) private readonly config: AuthConfig,
  ) {}

  /** @throws AppError `auth.required` when the account is gone */
  async update({ userId, name }: InputOf<typeof updateProfile>): Promise<User> {
    await this.database.manager.update(Account, { id: userId }, { name });
    const account = await this.database.manager.findOneBy(Account, { id: userId });
    if (!account) throw new AppError('auth.required');
    return presentUser(account, this.config.promotion, this.clock.now());
  }
}
