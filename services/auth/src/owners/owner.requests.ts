import { Controller } from '@nestjs/common';
import { Handles } from '@waybill/bus';
import { emailKey, findOwners, getOwners, type InputOf, type OutputOf } from '@waybill/contracts';
import { DataSource, In } from 'typeorm';
import { Account } from '../accounts/account.entity.js';

const MAX_FOUND = 100;

/** Finds the owner of a file, for administrators. */
@Controller()
export class OwnerRequests {
  constructor(private readonly database: DataSource) {}

  @Handles(getOwners)
  async get({ ids }: InputOf<typeof getOwners>): Promise<OutputOf<typeof getOwners>> {
    const accounts = await this.database.manager.findBy(Account, { id: In(ids) });
    return { owners: accounts.map(({ id, name, email }) => ({ id, name, email })) };
  }

  /** Compares in byte order (`COLLATE "C"`), the order of the index `accounts_by_address`. */
  @Handles(findOwners)
  async find({ email }: InputOf<typeof findOwners>): Promise<OutputOf<typeof findOwners>> {
    const key = emailKey(email);
    const rows = await this.database.manager.query<{ id: string }[]>(
      `SELECT id FROM accounts WHERE email_key COLLATE "C" >= $1 AND email_key COLLATE "C" < $2
       ORDER BY email_key COLLATE "C" LIMIT ${MAX_FOUND}`,
      [key, `${key}\u{10FFFF}`],
    );
    return { ids: rows.map(({ id }) => id) };
  }
}
