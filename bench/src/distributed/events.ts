import { fileAccessed } from '@waybill/contracts';
import { eventually } from '@waybill/testing';
import { Client } from 'pg';
import type { LoadProcess } from '../load/load-process.js';
import { KIB } from '../report/size.js';
import type { Account } from '../subjects/account.js';

/** Events of one file are delivered in order, so one file alone would measure the latency of a single queue. */
const FILES = 20;
export const EVENTS = 2_000;
const DEADLINE_MS = 300_000;

export interface EventSubject {
  readonly label: string;
  readonly account: Account;
  /** Connection string of its PostgreSQL, whose outbox the benchmark fills directly. */
  readonly databaseUrl: string;
}

export interface EventPlan {
  readonly load: LoadProcess;
  readonly subjects: readonly EventSubject[];
  readonly rounds: number;
  log(line: string): void;
}

/** Events per second, one value per round. */
export interface EventSeries {
  readonly label: string;
  readonly perSecond: number[];
}

/**
 * Measures from outbox to effect: inserts visit events into the outbox of the files service all at once and waits until
 * analytics reports every one of them to the owner. Then makes one visit, because a relay wakes only for commits of its
 * own process, and finds other rows up to half a second later, when it polls. The target has no other load.
 */
export async function runEvents({ load, subjects, rounds, log }: EventPlan): Promise<EventSeries[]> {
  const series = subjects.map(({ label }) => ({ label, perSecond: [] as number[] }));
  for (const { account } of subjects) await uploadFiles(load, account);
  for (let round = 0; round <= rounds; round++) {
    for (const [index, subject] of subjects.entries()) {
      const seconds = await measure(subject, round + 1);
      log(`  events ${subject.label.padEnd(22)} ${(EVENTS / seconds).toFixed(0).padStart(6)} a second`);
      // The first round warms up and is not counted.
      if (round > 0) series[index]!.perSecond.push(EVENTS / seconds);
    }
  }
  return series;
}

const names = Array.from({ length: FILES }, (_, index) => `visited-${index}`);
/** A file whose visits are not measured. Their commit wakes the relay, as the commit of each real event does. */
const PUBLISHING = 'visited-last';

async function uploadFiles(load: LoadProcess, account: Account): Promise<void> {
  for (const name of [...names, PUBLISHING]) {
    const { answer } = await load.run({ kind: 'upload', ...account.uploadTarget(), size: KIB });
    account.uploaded(name, answer);
  }
}

/** @returns seconds */
async function measure({ account, databaseUrl }: EventSubject, times: number): Promise<number> {
  await insertOutboxEvents(
    databaseUrl,
    names.map((name) => account.idOf(name)),
  );
  const began = performance.now();
  await account.visit(PUBLISHING);
  for (const name of names) {
    const expected = (times * EVENTS) / FILES;
    await eventually(
      async () => {
        const shown = await account.totalViews(name);
        if (shown !== expected) throw new Error(`${shown} of ${expected} visits are shown`);
      },
      { timeoutMs: DEADLINE_MS },
    );
  }
  return (performance.now() - began) / 1000;
}

async function insertOutboxEvents(databaseUrl: string, fileIds: readonly string[]): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(
      `INSERT INTO files.outbox (subject, event)
       SELECT file, json_build_object(
         'specversion', '1.0', 'id', gen_random_uuid(), 'source', 'files', 'type', $3::text,
         'time', $4::text, 'subject', file, 'correlationid', gen_random_uuid(),
         'data', json_build_object(
           'fileId', file, 'visitId', gen_random_uuid(), 'accessedAt', $4::text, 'address', '192.0.2.' || number % 250,
           'userAgent', 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
           'referer', '', 'via', NULL))
       FROM generate_series(1, $2::int) AS number CROSS JOIN unnest($1::text[]) AS file`,
      [fileIds, EVENTS / fileIds.length, fileAccessed.type, new Date().toISOString()],
    );
  } finally {
    await client.end();
  }
}
