import { randomUUID } from 'node:crypto';

export const DAY_MS = 86_400_000;

/** Documentation addresses of MaxMind and of network registries, in different countries. */
const addresses = [
  ...['81.2.69.142', '81.2.69.160', '2.125.160.216', '89.160.20.112', '216.160.83.56', '216.160.83.58'],
  ...['175.16.199.1', '202.196.224.1', '193.0.6.139', '133.11.0.1', '200.160.2.3', '5.9.0.1'],
];
const userAgents = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 14_6) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
  'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
];
const referers = ['', '', 'https://mail.google.com/', 'https://www.linkedin.com/', 'https://app.slack.com/'];

/** Tables of what an owner makes, with the row of its report if it has one. */
const tables = {
  file: { own: 'files.files', hasReport: true },
  bundle: { own: 'files.bundles', hasReport: true },
  link: { own: 'files.links', hasReport: false },
  'file request': { own: 'files.file_requests', hasReport: false },
};

/**
 * @typedef {object} Visits visits of one origin
 * @property {number} views
 * @property {number} days up to now over which the visits are spread
 * @property {string} [linkId] the link that was opened, if not the first
 * @property {string} [bundleId] the bundle in which the file was opened
 * @property {string[]} [emails] addresses that the visitors gave
 */

/**
 * Adds visits of the last month. They go through the outbox, so that analytics consumes them like real ones. Only
 * their times are invented.
 * @param {import('pg').Client} database
 * @param {{ kind: 'file' | 'bundle', id: string, visits: Visits[] }[]} targets
 */
export async function addVisits(database, targets) {
  for (const { kind, id, visits } of targets) {
    const pages = kind === 'file' ? await pagesOf(database, id) : 0;
    await database.query('BEGIN');
    for (const origin of visits) {
      for (let index = 0; index < origin.views; index++) {
        const visit = kind === 'file' ? fileVisit(id, origin, index) : bundleVisit(id, origin, index);
        const isRead = kind === 'file' && index % 5 !== 4;
        for (const event of [visit, ...(isRead ? [readEvent(visit, pages)] : [])]) {
          await database.query('INSERT INTO files.outbox (subject, event) VALUES ($1, $2)', [id, event]);
        }
      }
      await addViews(database, tables[kind].own, id, origin.views);
      if (origin.linkId) await addViews(database, 'files.links', origin.linkId, origin.views);
    }
    await database.query('COMMIT');
  }
}

function addViews(database, table, id, views) {
  return database.query(`UPDATE ${table} SET view_count = view_count + $2 WHERE id = $1`, [id, views]);
}

/**
 * Moves creation dates back to before the visits, once analytics knows what was made.
 * @param {import('pg').Client} database
 * @param {{ kind: keyof typeof tables, id: string, days: number }[]} made `days`: its age
 */
export async function moveBack(database, made) {
  for (const { kind, id, days } of made) {
    const createdAt = new Date(Date.now() - days * DAY_MS);
    const { own, hasReport } = tables[kind];
    await database.query(`UPDATE ${own} SET created_at = $2 WHERE id = $1`, [id, createdAt]);
    if (!hasReport) continue;
    await database.query('UPDATE analytics.records SET created_at = $2 WHERE file_id = $1', [id, createdAt]);
  }
}

/** Number of pages that a visit can report: those of a document, ten tenths of a video or audio, otherwise one. */
async function pagesOf(database, id) {
  const { rows } = await database.query('SELECT mime_type, page_count FROM files.files WHERE id = $1', [id]);
  const [{ mime_type: type, page_count: count }] = rows;
  if (/^(video|audio)/.test(type)) return 10;
  return count ?? (type === 'application/pdf' ? 6 : 1);
}

/** Most visitors begin at the first page, linger over some, and stop before the end. */
function readEvent({ data: { fileId, visitId, accessedAt } }, pageCount) {
  const seen = Math.max(1, Math.ceil(pageCount * Math.min(1, 0.25 + Math.random())));
  const pages = Array.from({ length: seen }, (_, index) => ({
    page: index + 1,
    ms: Math.round(2000 + 30_000 * Math.random() ** 3 * (index % 3 === 1 ? 3 : 1)),
  }));
  return {
    ...envelope('files.file.read', fileId, accessedAt),
    data: { fileId, visitId, readAt: accessedAt, pages, page: seen, pageCount, isFinished: true },
  };
}

function envelope(type, fileId, time) {
  return {
    specversion: '1.0',
    id: randomUUID(),
    source: 'files',
    type,
    time,
    subject: fileId,
    correlationid: randomUUID(),
  };
}

function fileVisit(fileId, origin, index) {
  const { linkId, bundleId, emails } = origin;
  const email = emails?.[index % emails.length];
  const via = { ...(linkId && { linkId }), ...(bundleId && { bundleId }), ...(email && { email }) };
  const visit = visitFacts(origin, index);
  return {
    ...envelope('files.file.accessed', fileId, visit.accessedAt),
    data: { fileId, ...visit, ...via },
  };
}

function bundleVisit(bundleId, origin, index) {
  const visit = visitFacts(origin, index);
  return { ...envelope('files.bundle.accessed', bundleId, visit.accessedAt), data: { bundleId, ...visit } };
}

function visitFacts({ days }, index) {
  return {
    visitId: randomUUID(),
    // More recent days get more visits.
    accessedAt: new Date(Date.now() - days * DAY_MS * Math.random() ** 1.6 - 60_000).toISOString(),
    // The power makes the first addresses frequent, as returning visitors are.
    address: addresses[Math.floor(addresses.length * Math.random() ** 1.5)],
    userAgent: userAgents[(index * 7) % userAgents.length],
    referer: referers[(index * 3) % referers.length],
    via: null,
  };
}
