import { Injectable } from '@nestjs/common';
import { type FilePage, type InputOf, type listFilePage } from '@waybill/contracts';
import { cursorPage, decodeCursor, type PagePosition, selectRows } from '@waybill/database';
import { Clock } from '@waybill/service-kit';
import DataLoader from 'dataloader';
import { DataSource } from 'typeorm';
import { presentFile, viewedColumns } from '../file/file.presenter.js';
import { SharedFile } from '../file/shared-file.entity.js';
import { type Owner, ownerOf } from '../owner/owner.js';

interface Query {
  readonly owner: Owner;
  /** Null: all files. */
  readonly limit: number | null;
  readonly after: PagePosition | null;
}

const NOTHING: FilePage = { json: '[]', nextCursor: null };

/**
 * The files of an owner, newest first. Calls for the same list in one turn of the event loop share a query and JSON.
 * Nothing is cached: the query always starts after the call.
 */
@Injectable()
export class FileListService {
  private readonly pages: DataLoader<Query, FilePage, string>;

  constructor(
    private readonly database: DataSource,
    private readonly clock: Clock,
  ) {
    this.pages = new DataLoader((queries) => this.readAll(queries), {
      cache: false,
      batchScheduleFn: (load) => setImmediate(load),
    });
  }

  /** @throws AppError `request.invalid` for an invalid cursor */
  async list({ caller, limit, cursor }: InputOf<typeof listFilePage>): Promise<FilePage> {
    const after = decodeCursor(cursor);
    const owner = ownerOf(caller);
    return owner ? this.pages.load({ owner, limit, after }) : NOTHING;
  }

  private async readAll(queries: readonly Query[]): Promise<(FilePage | Error)[]> {
    const pages = new Map<string, Promise<FilePage>>();
    const keys = queries.map((query) => JSON.stringify(query));
    for (const [index, key] of keys.entries()) {
      const query = queries[index];
      if (query && !pages.has(key)) pages.set(key, this.read(query));
    }
    return Promise.all(
      keys.map(async (key) => {
        try {
          return (await pages.get(key)) ?? NOTHING;
        } catch (error) {
          return error as Error;
        }
      }),
    );
  }

  private async read({ owner, limit, after }: Query): Promise<FilePage> {
    const column = owner.userId === null ? 'browser_id' : 'user_id';
    const files = await selectRows(
      this.database.manager,
      SharedFile,
      viewedColumns,
      `WHERE ${column} = $1 AND (delete_at IS NULL OR delete_at > $2)
         AND ($3::timestamptz IS NULL OR created_at < $3 OR (created_at = $3 AND id > $4::uuid))
       ORDER BY created_at DESC, id LIMIT $5`,
      [
        owner.userId ?? owner.browserId,
        this.clock.now(),
        after?.createdAt ?? null,
        after?.id ?? null,
        limit === null ? null : limit + 1,
      ],
    );
    const { page, nextCursor } = cursorPage(files, limit ?? files.length);
    return { json: JSON.stringify(page.map((file) => presentFile(file, true))), nextCursor };
  }
}
