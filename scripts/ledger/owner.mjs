import { setTimeout as sleep } from 'node:timers/promises';

const FILE_BYTES = 4096;
const ATTEMPTS = 120;
const RETRY_MS = 500;

/** Calls of the account whose files are visited. */
export class Owner {
  /** @param {string} url @param {Record<string, string>} headers of its session */
  constructor(url, headers) {
    this.url = url;
    this.headers = headers;
  }

  /** Calls the API. Retries while a process that answers the call is restarted. */
  async call(path, { method = 'GET', body, form } = {}) {
    for (let attempt = 1; ; attempt++) {
      const response = await fetch(new URL(path, this.url), {
        method,
        headers: { ...this.headers, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
        ...(form && { body: form }),
      }).catch(() => null);
      if (response?.ok) return response;
      const text = await response?.text().catch(() => '');
      if (attempt === ATTEMPTS) throw new Error(`${method} ${path}: ${response?.status} ${text}`);
      await sleep(RETRY_MS);
    }
  }

  /** Uploads a file, and gives it a link of its own. */
  async share() {
    const form = new FormData();
    form.append('file', new Blob([Buffer.alloc(FILE_BYTES, 'ledger ')]), 'ledger.txt');
    const { id } = await (await this.call('/api/upload', { method: 'POST', form })).json();
    const link = await this.call(`/api/files/${id}/links`, { method: 'POST', body: { name: 'Ledger' } });
    const { slug } = await link.json();
    const bytes = await this.call(`/api/files/${id}/download?disposition=inline`);
    await bytes.arrayBuffer();
    return { id, slug, etag: bytes.headers.get('etag') };
  }

  /** A file with a password, which no visitor of the ledger knows. */
  async shareLocked() {
    const locked = await this.share();
    await this.call(`/api/files/${locked.id}/settings`, { method: 'PUT', body: { password: 'secret' } });
    return locked;
  }
}
