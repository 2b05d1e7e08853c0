import pg from 'pg';
import { invoice, sampleFiles } from './sample-files.mjs';
import { bundle, fileRequest, LINKED_FILE, links } from './sample-shares.mjs';
import { addVisits, DAY_MS, moveBack } from './visits.mjs';

/** Days since the first upload. */
const MONTH = 29;

/**
 * Fills an empty account, in the order in which its owner would have.
 * @param {import('./api-client.mjs').ApiClient} api logged in
 */
export async function seed(api) {
  const files = await uploadFiles(api);
  const shares = [...files.values(), await makeBundle(api, files), ...(await makeLinks(api, files))];
  const request = await makeFileRequest(api);
  await onDatabase(async (database) => {
    await addVisits(database, shares);
    await waitForReports(api, shares);
    await moveBack(database, [...shares, request]);
  });
}

/** @returns the files by name */
async function uploadFiles(api) {
  const files = new Map();
  for (const { name, bytes, password, views, expiresInDays } of await sampleFiles()) {
    const id = await api.upload(name, bytes);
    const deleteAt = expiresInDays ? inDays(expiresInDays) : null;
    await api.send('PUT', `/api/files/${id}/settings`, { deleteAt, ...(password && { password }) });
    process.stdout.write(`Uploaded ${name}\n`);
    const days = MONTH - files.size;
    files.set(name, { kind: 'file', id, days, visits: [{ views, days: days - 1 }] });
  }
  return files;
}

/** Makes the links of one file, and adds their visits to it. */
async function makeLinks(api, files) {
  const file = files.get(LINKED_FILE);
  const made = [];
  for (const { settings, days, views, emails } of links) {
    const { id } = await api.create(`/api/files/${file.id}/links`, settings);
    file.visits.push({ views, days: days - 1, linkId: id, emails });
    made.push({ kind: 'link', id, days, visits: [] });
  }
  process.stdout.write(`Made ${made.length} links of ${LINKED_FILE}\n`);
  return made;
}

/** Makes the bundle, and adds its visits to its files. */
async function makeBundle(api, files) {
  const { name, days, views } = bundle;
  const places = Object.entries(bundle.files).map(([file, seen]) => ({ file: files.get(file), seen }));
  const { id } = await api.create('/api/bundles', { name, fileIds: places.map(({ file }) => file.id) });
  await neverExpire(api, `/api/bundles/${id}`);
  for (const { file, seen } of places) file.visits.push({ views: seen, days: days - 1, bundleId: id });
  process.stdout.write(`Made the bundle ${name}\n`);
  return { kind: 'bundle', id, days, visits: [{ views, days: days - 1 }] };
}

/** Makes the file request, and sends a file to it without an account. */
async function makeFileRequest(api) {
  const { settings, days, daysOpen, received } = fileRequest;
  const { id, slug } = await api.create('/api/requests', { ...settings, deleteAt: inDays(daysOpen) });
  const { name: filename, ...sender } = received;
  await api.asStranger().uploadWithTus(await invoice(), { filename, request: slug, ...sender });
  const [{ id: fileId }] = await api.get('/api/files?limit=1');
  await neverExpire(api, `/api/files/${fileId}/settings`);
  process.stdout.write(`Received ${filename}\n`);
  return { kind: 'file request', id, days };
}

async function onDatabase(work) {
  const { readSharedEnvironment } = await import('../../libs/composition/dist/index.js');
  const { withDatabase } = await import('../../operator/dist/with-database.js');
  await withDatabase(readSharedEnvironment(process.env), async (connectionString) => {
    const database = new pg.Client({ connectionString });
    await database.connect();
    await work(database).finally(() => database.end());
  });
}

/** Analytics consumes the visits within seconds, or minutes on a busy machine. */
async function waitForReports(api, shares) {
  const deadline = Date.now() + 300_000;
  for (const { kind, id, visits } of shares) {
    const views = visits.reduce((sum, visit) => sum + visit.views, 0);
    for (let shown = 0; shown < views;) {
      if (Date.now() > deadline)
        throw new Error('Analytics has not consumed the visits within five minutes.');
      const report = await api.get(`/api/${kind}s/${id}/analytics`);
      shown = report.summary.totalViews;
      if (shown < views) await new Promise((resolve) => setTimeout(resolve, 250));
    }
  }
}

/** Without a setting, files and bundles expire within hours. */
function neverExpire(api, settings) {
  return api.send('PUT', settings, { deleteAt: null });
}

function inDays(days) {
  return new Date(Date.now() + days * DAY_MS).toISOString();
}
