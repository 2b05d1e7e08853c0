import { Injectable } from '@nestjs/common';
import { AppError, type InputOf, type updateProfile, type User } from '@waybill/contracts';
import { Clock } from '@waybill/service-kit';
import { DataSource } from 'typeorm';
import { AuthPlanPromotionService } from '../promotion/auth-plan-promotion.service.js';
import { Account } from './account.entity.js';
import { presentUser } from './user.presenter.js';

/** Changes the name of an account (spec §5). */
@Injectable()
export class ProfileService {
  constructor(
    private readonly database: DataSource,
    private readonly clock: Clock,
    private readonly promotions: AuthPlanPromotionService,
  ) {}

  /** @throws AppError `auth.required` when the account was deleted */
  async update({ userId, name }: InputOf<typeof updateProfile>): Promise<User> {
    await this.database.manager.update(Account, { id: userId }, { name });
    const account = await this.database.manager.findOneBy(Account, { id: userId });
    if (!account) throw new AppError('auth.required');
    return presentUser(account, await this.promotions.optionsInForce(), this.clock.now());
  }
}
