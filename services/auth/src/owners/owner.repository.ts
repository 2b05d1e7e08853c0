import { Injectable } from '@nestjs/common';
import { emailKey } from '@waybill/contracts';
import { DataSource, In } from 'typeorm';
import { Account } from '../accounts/account.entity.js';

const MAX_FOUND = 100;

/** Accounts as owners of files. */
@Injectable()
export class OwnerRepository {
  constructor(private readonly database: DataSource) {}

  findByIds(ids: readonly string[]): Promise<Account[]> {
    return this.database.manager.findBy(Account, { id: In(ids) });
  }

  /**
   * Ids of accounts whose address begins with `email`. Compares in byte order (`COLLATE "C"`), the order of the index
   * `accounts_by_address`.
   */
  async findIdsByAddress(email: string): Promise<string[]> {
    const key = emailKey(email);
    const rows = await this.database.manager.query<{ id: string }[]>(
      `SELECT id FROM accounts WHERE email_key COLLATE "C" >= $1 AND email_key COLLATE "C" < $2
       ORDER BY email_key COLLATE "C" LIMIT ${MAX_FOUND}`,
      [key, `${key}\u{10FFFF}`],
    );
    return rows.map(({ id }) => id);
  }
}
