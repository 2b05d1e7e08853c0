import type { ApiClient } from './api-client.js';

/**
 * Calls a route of the contracts about one file or bundle, with a body that every such route accepts.
 *
 * @param path with `{id}`
 */
export function callRoute(
  client: ApiClient,
  id: string,
  method: string,
  path: string,
  headers: Record<string, string> = {},
): Promise<Response> {
  return client.fetch(path.replace('{id}', id), {
    method,
    headers: { ...headers, ...(method !== 'GET' && { 'content-type': 'application/json' }) },
    ...(method !== 'GET' && { body: JSON.stringify({ password: 'x', reason: 'malware' }) }),
  });
}
