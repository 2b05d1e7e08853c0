import { randomUUID } from 'node:crypto';
import {
  type Caller,
  type DataOf,
  fileRead,
  MINUTE_MS,
  type Reading,
  recordVisit,
  reportReading,
} from '@waybill/contracts';
import { FilesTestApp } from '../testing/files-test-app.js';
import { UncheckedReadingService } from './unchecked-reading.service.js';
import { reportsPerVisit } from './visit.limits.js';

describe('ReportedReadingService', () => {
  let files: FilesTestApp;
  let owner: Caller;
  beforeAll(async () => {
    files = await FilesTestApp.start();
    owner = await files.account('pro');
  });
  afterAll(() => files.close());

  async function pdf(pageCount: number): Promise<string> {
    const { id } = await files.file(owner, { name: 'offer.pdf', mimeType: 'application/pdf' });
    await files.rows("UPDATE files SET preview_kind = 'pdf', page_count = $2 WHERE id = $1", [id, pageCount]);
    return id;
  }

  async function visit(fileId: string): Promise<string> {
    const pageVisitId = randomUUID();
    await files.request(recordVisit, {
      fileId,
      key: `page:${pageVisitId}`,
      address: '203.0.113.7',
      userAgent: '',
      referer: '',
      via: null,
    });
    return pageVisitId;
  }

  const report = (fileId: string, pageVisitId: string, reading: Reading) =>
    files.request(reportReading, { fileId, pageVisitId, reading });
  const accepted = (id: string) =>
    files
      .published(fileRead)
      .map(({ data }) => data as DataOf<typeof fileRead>)
      .filter(({ fileId }) => fileId === id);

  it('accepts no more reading time than has passed since the visit began, over all of its reports', async () => {
    const id = await pdf(3);
    const visitId = await visit(id);
    files.clock.advance(10_000);
    await report(id, visitId, { events: [{ page: 1, ms: 3_600_000 }] });
    await report(id, visitId, { events: [{ page: 2, ms: 60_000 }] });
    files.clock.advance(2_000);
    await report(id, visitId, { events: [{ page: 3, ms: 9_000 }] });

    expect(accepted(id).map(({ pages }) => pages)).toEqual([
      [{ page: 1, ms: 10_000 }],
      [{ page: 3, ms: 2_000 }],
    ]);
  });

  it('ignores pages beyond the document, visits that were made up, and visits of other files', async () => {
    const [id, other] = [await pdf(2), await pdf(2)];
    const visitId = await visit(other);
    files.clock.advance(10_000);
    const reading = { events: [{ page: 1, ms: 1000 }] };
    await report(id, randomUUID(), reading);
    await report(id, visitId, reading);
    await report(randomUUID(), visitId, reading);
    await report(other, visitId, {
      events: [
        { page: 3, ms: 1000 },
        { page: 1_000_000, ms: 1000 },
      ],
    });

    expect([...accepted(id), ...accepted(other)]).toEqual([]);
  });

  it('keeps what was read before the pages were counted, and checks it once they are', async () => {
    const id = await pdf(3);
    await files.rows("UPDATE files SET page_count = NULL, preview_state = 'pending' WHERE id = $1", [id]);
    const [visitId, closed] = [await visit(id), await visit(id)];
    files.clock.advance(10_000);
    await report(id, visitId, { events: [{ page: 1, ms: 2_000 }] });
    await report(id, visitId, {
      events: [
        { page: 1, ms: 1_000 },
        { page: 9, ms: 60_000 },
      ],
    });
    await report(id, closed, { events: [{ page: 3, ms: 4_000 }], finished: true });
    expect(accepted(id)).toEqual([]);

    await files.rows("UPDATE files SET page_count = 3, preview_state = 'ready' WHERE id = $1", [id]);
    await files.get(UncheckedReadingService).publish(id, 3);
    await files.get(UncheckedReadingService).publish(id, 3);
    files.clock.advance(1_000);
    await report(id, visitId, { events: [{ page: 2, ms: 5_000 }] });
    expect(
      accepted(id).map(({ pages, pageCount, isFinished }) => ({ pages, pageCount, isFinished })),
    ).toEqual(
      expect.arrayContaining([
        { pages: [{ page: 1, ms: 3_000 }], pageCount: 3, isFinished: false },
        { pages: [{ page: 3, ms: 4_000 }], pageCount: 3, isFinished: true },
        { pages: [{ page: 2, ms: 1_000 }], pageCount: 3, isFinished: false },
      ]),
    );
    expect(accepted(id)).toHaveLength(3);
  });

  it('publishes with the next report the pages that were read before they were counted', async () => {
    const id = await pdf(3);
    await files.rows("UPDATE files SET page_count = NULL, preview_state = 'pending' WHERE id = $1", [id]);
    const visitId = await visit(id);
    files.clock.advance(2_000);
    await report(id, visitId, { events: [{ page: 1, ms: 2_000 }] });
    await files.rows("UPDATE files SET page_count = 3, preview_state = 'ready' WHERE id = $1", [id]);
    await report(id, visitId, { events: [], finished: true });
    expect(accepted(id)).toMatchObject([{ page: 1, pages: [{ page: 1, ms: 2_000 }], isFinished: true }]);
  });

  it('takes the last report of a tab that is closed, also when its bytes come twice', async () => {
    const id = await pdf(2);
    const visitId = await visit(id);
    files.clock.advance(4_000);
    const last = { events: [{ page: 2, ms: 4_000 }], finished: true };
    await Promise.all([report(id, visitId, last), report(id, visitId, last)]);

    const reports = accepted(id);
    expect(reports.flatMap(({ pages }) => pages)).toEqual([{ page: 2, ms: 4_000 }]);
    expect(reports.every(({ isFinished }) => isFinished)).toBe(true);
  });

  it('ignores a flood of reports of one visit, and takes those of another', async () => {
    const id = await pdf(2);
    const [flooding, other] = [await visit(id), await visit(id)];
    const finished = { events: [], finished: true };
    for (let sent = 0; sent < reportsPerVisit.points + 10; sent++) await report(id, flooding, finished);
    expect(accepted(id)).toHaveLength(reportsPerVisit.points);
    await report(id, other, finished);
    expect(accepted(id)).toHaveLength(reportsPerVisit.points + 1);
  });

  it('counts no reading of a laptop that slept for longer than a visit lasts', async () => {
    const id = await pdf(2);
    const visitId = await visit(id);
    files.clock.advance(31 * MINUTE_MS);
    await report(id, visitId, { events: [{ page: 1, ms: 1_800_000 }] });

    expect(accepted(id)).toEqual([]);
  });

  it.each(['video/mp4', 'audio/mpeg'])(
    'takes the seconds played of %s by tenths of its length',
    async (mimeType) => {
      const { id } = await files.file(owner, { name: 'talk', mimeType });
      const visitId = await visit(id);
      files.clock.advance(60_000);
      await report(id, visitId, {
        events: [
          { page: 10, ms: 5_500 },
          { page: 11, ms: 1_000 },
        ],
      });

      expect(accepted(id)).toMatchObject([{ pages: [{ page: 10, ms: 5_500 }], pageCount: 10 }]);
    },
  );
});
