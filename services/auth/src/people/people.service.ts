import { Injectable } from '@nestjs/common';
import { Outbox } from '@waybill/bus';
import {
  AppError,
  emailKey,
  type countPeople,
  type deletePerson,
  type InputOf,
  type listPeople,
  type OutputOf,
  parseId,
  type Person,
  type signOutPerson,
  type suspendPerson,
  userDeleted,
  userSuspensionChanged,
} from '@waybill/contracts';
import {
  cursorPage,
  decodeCursor,
  findNewest,
  type PagePosition,
  type Search,
  wordConditions,
  wordParameters,
  wordsQuery,
} from '@waybill/database';
import { Clock, SecurityLog, type SecurityEventName } from '@waybill/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import { Account } from '../accounts/account.entity.js';
import { AuthPlanPromotionService } from '../promotion/auth-plan-promotion.service.js';
import { SessionService } from '../sessions/session.service.js';
import { presentPerson } from './person.presenter.js';

/** Accounts whose name and address contain all words of a search. */
const NAMED = wordConditions('accounts', "name || ' ' || email", 'name, email');

/**
 * Accounts by a prefix of their address, in the byte order of the index `accounts_by_address`. A search by words would
 * read all addresses of the domain.
 */
const ADDRESSED = `SELECT id FROM accounts
  WHERE email_key COLLATE "C" >= :address AND email_key COLLATE "C" < :after LIMIT 10000`;
/**
 * Last use of each account. Known devices are included, because they keep the last log-in after its session has ended.
 */
const LAST_USES = `SELECT account_id, max(last_used_at) AS last FROM (
    SELECT account_id, last_used_at FROM sessions
    UNION ALL SELECT account_id, last_used_at FROM known_devices
    UNION ALL SELECT account_id, last_used_at FROM access_tokens
  ) uses WHERE account_id = ANY($1) GROUP BY 1`;

/** An address, or a prefix of one that includes the `@`. */
const ADDRESS = /^[^\s@]+@[^\s@]*$/;

/** Searches by id, by a prefix of the address, or by words of name and address. Each search has an index. */
function searchesFor(query: string, position: PagePosition | null): readonly Search[] {
  const address = emailKey(query);
  const id = parseId(address);
  if (id !== null) return [{ condition: 'account.id = :id', parameters: { id } }];
  const words = wordsQuery(query);
  if (words === null) return [{ condition: query === '' ? 'true' : 'false', parameters: {} }];
  if (ADDRESS.test(address)) {
    const parameters = { address, after: `${address}\u{10FFFF}` };
    return [{ condition: `account.id IN (${ADDRESSED})`, parameters }];
  }
  const parameters = wordParameters(words, position);
  return NAMED.map((condition) => ({ condition: `account.${condition}`, parameters }));
}

/** The administrator, if the request names one. */
type Actor = InputOf<typeof deletePerson>['actor'];

/** Administration of accounts. The gateway has checked that the caller is an administrator. */
@Injectable()
export class PeopleService {
  constructor(
    private readonly database: DataSource,
    private readonly outbox: Outbox,
    private readonly sessions: SessionService,
    private readonly securityLog: SecurityLog,
    private readonly clock: Clock,
    private readonly promotions: AuthPlanPromotionService,
  ) {}

  async list({ query, cursor, limit }: InputOf<typeof listPeople>): Promise<OutputOf<typeof listPeople>> {
    const position = decodeCursor(cursor);
    const { manager } = this.database;
    const searches = searchesFor(query?.trim() ?? '', position);
    const rows = await findNewest(manager, [Account, 'account'], searches, position, limit + 1);
    const { page, nextCursor } = cursorPage(rows, limit);
    return { people: await this.present(manager, page), nextCursor };
  }

  async count(): Promise<OutputOf<typeof countPeople>> {
    const [row] = await this.database.query<{ activated: string; pending: string; suspended: string }[]>(
      `SELECT count(*) FILTER (WHERE activated_at IS NOT NULL) AS activated,
              count(*) FILTER (WHERE activated_at IS NULL) AS pending,
              count(*) FILTER (WHERE suspended_at IS NOT NULL) AS suspended FROM accounts`,
    );
    return {
      activated: Number(row?.activated ?? 0),
      pending: Number(row?.pending ?? 0),
      suspended: Number(row?.suspended ?? 0),
    };
  }

  /** @throws AppError `admin.person-not-found` */
  async get(userId: string): Promise<Person> {
    return this.presentOne(this.database.manager, await find(this.database.manager, userId, false));
  }

  /** @throws AppError `admin.person-not-found` */
  async suspend({ userId, suspended: isSuspended, actor }: InputOf<typeof suspendPerson>): Promise<Person> {
    const person = await this.database.transaction(async (manager) => {
      const account = await find(manager, userId, true);
      if ((account.suspendedAt !== null) !== isSuspended) {
        account.suspendedAt = isSuspended ? this.clock.now() : null;
        account.suspensionVersion += 1;
        const { suspendedAt, suspensionVersion: version } = account;
        await manager.update(Account, { id: userId }, { suspendedAt, suspensionVersion: version });
        await this.outbox.add(manager, userSuspensionChanged, userId, { userId, isSuspended, version });
      }
      if (isSuspended) await this.sessions.revokeAll(manager, userId);
      return this.presentOne(manager, account);
    });
    this.record(isSuspended ? 'account.suspended' : 'account.unsuspended', userId, actor);
    return person;
  }

  /** @throws AppError `admin.person-not-found` */
  async signOut({ userId, actor }: InputOf<typeof signOutPerson>): Promise<Person> {
    const person = await this.database.transaction(async (manager) => {
      const account = await find(manager, userId, true);
      await this.sessions.revokeAll(manager, userId);
      return this.presentOne(manager, account);
    });
    this.record('sessions.ended', userId, actor);
    return person;
  }

  /** @throws AppError `admin.person-not-found` */
  async delete({ userId, actor }: InputOf<typeof deletePerson>): Promise<Person> {
    const person = await this.database.transaction(async (manager) => {
      const account = await find(manager, userId, true);
      const deleted = await this.presentOne(manager, account);
      await manager.delete(Account, { id: userId });
      await this.outbox.add(manager, userDeleted, userId, { userId });
      return deleted;
    });
    this.record('account.deleted', userId, actor);
    return person;
  }

  private record(event: SecurityEventName, accountId: string, actor: Actor): void {
    this.securityLog.record(event, { accountId, actorId: actor?.id, address: actor?.address });
  }

  private async presentOne(manager: EntityManager, account: Account): Promise<Person> {
    const [person] = await this.present(manager, [account]);
    if (!person) throw new AppError('admin.person-not-found');
    return person;
  }

  private async present(manager: EntityManager, accounts: readonly Account[]): Promise<Person[]> {
    const rows = await manager.query<{ account_id: string; last: Date }[]>(LAST_USES, [
      accounts.map(({ id }) => id),
    ]);
    const lastSeen = new Map(rows.map(({ account_id: id, last }) => [id, last]));
    const now = this.clock.now();
    const options = await this.promotions.optionsInForce(manager);
    return accounts.map((account) => presentPerson(account, lastSeen.get(account.id) ?? null, options, now));
  }
}

/** @param isLocked whether the row is locked until the transaction ends */
async function find(manager: EntityManager, id: string, isLocked: boolean): Promise<Account> {
  const account = await manager.findOne(Account, {
    where: { id },
    ...(isLocked && { lock: { mode: 'pessimistic_write' as const } }),
  });
  if (!account) throw new AppError('admin.person-not-found');
  return account;
}
