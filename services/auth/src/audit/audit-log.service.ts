import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import {
  type AuditEntry as AuditEntryView,
  type finishAuditEntry,
  type InputOf,
  type listAuditEntries,
  type OutputOf,
  type startAuditEntry,
} from '@waybill/contracts';
import { cursorPage, decodeCursor, findNewest, wordsQuery } from '@waybill/database';
import { Clock, SecurityLog } from '@waybill/service-kit';
import { DataSource } from 'typeorm';
import { AuditEntry } from './audit-entry.entity.js';
import { AUDIT_WORDS } from './audit-words.js';

const PAGE_SIZE = 50;

/** Log of every action of an administrator. */
@Injectable()
export class AuditLogService {
  constructor(
    private readonly database: DataSource,
    private readonly clock: Clock,
    private readonly securityLog: SecurityLog,
  ) {}

  async start({ actor, ...action }: InputOf<typeof startAuditEntry>): Promise<{ id: string }> {
    const id = randomUUID();
    await this.database.manager.insert(AuditEntry, {
      ...action,
      id,
      createdAt: this.clock.now(),
      actorId: actor.id,
      actorEmail: actor.email,
      outcome: 'started',
    });
    // Without the subject and the detail: an id can open a file, and the audit log has both.
    this.securityLog.record(`administration.${action.action}`, {
      accountId: actor.id,
      address: action.address,
    });
    return { id };
  }

  /** Idempotent: an entry keeps its first outcome. */
  async finish({ id, outcome }: InputOf<typeof finishAuditEntry>): Promise<void> {
    await this.database.manager.update(AuditEntry, { id, outcome: 'started' }, { outcome });
  }

  /** Newest first. @throws AppError `request.invalid` for an invalid cursor */
  async list({
    query,
    cursor,
  }: InputOf<typeof listAuditEntries>): Promise<OutputOf<typeof listAuditEntries>> {
    // Administrators may search for "takedown", the spelling of the route. Entries contain `file.take-down`.
    const words = wordsQuery(query.replaceAll(/takedown/gi, 'take-down'));
    const search =
      words === null
        ? { condition: 'true', parameters: {} }
        : { condition: `${AUDIT_WORDS} @@ to_tsquery('simple', :words)`, parameters: { words } };
    const position = decodeCursor(cursor);
    const { manager } = this.database;
    const rows = await findNewest(manager, [AuditEntry, 'entry'], [search], position, PAGE_SIZE + 1);
    const { page, nextCursor } = cursorPage(rows, PAGE_SIZE);
    return { entries: page.map(presentEntry), nextCursor };
  }
}

function presentEntry(entry: AuditEntry): AuditEntryView {
  const { id, createdAt, actorId, actorEmail, action, subject, detail, address, outcome } = entry;
  return {
    id,
    at: createdAt.toISOString(),
    actor: { id: actorId, email: actorEmail },
    action,
    subject,
    detail,
    address,
    outcome,
  };
}
