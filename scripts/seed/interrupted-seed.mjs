import { sampleFiles } from './sample-files.mjs';
import { bundle, fileRequest } from './sample-shares.mjs';
import { DAY_MS } from './visits.mjs';

/**
 * Whether an earlier run made everything: its last step moves the file request back by some days.
 * @param {import('./api-client.mjs').ApiClient} api logged in
 */
export async function isSeeded(api) {
  const requests = await api.get('/api/requests');
  const [request] = requests.filter(({ title }) => title === fileRequest.settings.title);
  return request !== undefined && Date.now() - Date.parse(request.createdAt) > DAY_MS;
}

/** Deletes the samples of a run that was interrupted, and nothing else of the account. */
export async function deleteSamples(api) {
  const names = new Set([fileRequest.received.name, ...(await sampleFiles()).map(({ name }) => name)]);
  await deleteAll(api, 'requests', ({ title }) => title === fileRequest.settings.title);
  await deleteAll(api, 'bundles', ({ name }) => name === bundle.name, '?keepFiles=true');
  await deleteAll(api, 'files', ({ originalName }) => names.has(originalName));
}

async function deleteAll(api, kind, isSample, query = '') {
  const entities = await api.get(`/api/${kind}`);
  for (const { id } of entities.filter(isSample)) await api.call('DELETE', `/api/${kind}/${id}${query}`);
}
