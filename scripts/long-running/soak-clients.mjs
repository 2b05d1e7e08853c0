import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

const SIZES = [200, 70_000, 1_300_000, 4_000_000];
const TUS = { 'tus-resumable': '1.0.0' };
const STALL_MS = 4_000;
const KINDS = ['upload', 'resumable', 'bundle', 'visit', 'live', 'session', 'aborted', 'stalled'];

const hash = (bytes) => createHash('sha256').update(bytes).digest('hex');

/** Clients of every kind, each in a loop until `stop`. Every answer that is not expected is a failure. */
export class SoakClients {
  failures = [];
  counts = {};
  #running = true;
  #loops;

  /**
   * @param {() => Promise<Record<string, string>>} logIn headers of a new session
   * @param {{clients: number, pauseMs: number}} load clients of each kind, and the pause between two turns of a client
   */
  constructor(url, headers, logIn, { clients, pauseMs }) {
    this.url = url;
    this.headers = headers;
    this.logIn = logIn;
    this.pauseMs = pauseMs;
    this.#loops = Array.from({ length: clients }, () => KINDS.map((name) => this.#repeat(name))).flat();
  }

  async stop() {
    this.#running = false;
    await Promise.all(this.#loops);
  }

  /** Deletes what failed calls left, so that only data without a file or bundle counts as left over. */
  async deleteRest() {
    for (const kind of ['bundles', 'files']) {
      const { bytes } = await this.#call(200, `/api/${kind}`);
      for (const { id } of JSON.parse(bytes))
        await this.#call(204, `/api/${kind}/${id}`, { method: 'DELETE' });
    }
  }

  async #repeat(name) {
    for (let turn = 0; this.#running; turn++) {
      try {
        await this[name](turn);
        this.counts[name] = (this.counts[name] ?? 0) + 1;
      } catch (error) {
        this.failures.push(`${name}: ${error.stack ?? error}`);
      }
      await sleep(this.pauseMs);
    }
  }

  async #call(status, path, init = {}) {
    const headers = { ...this.headers, ...init.headers };
    const response = await fetch(new URL(path, this.url), { ...init, headers });
    const bytes = Buffer.from(await response.arrayBuffer());
    if (response.status !== status)
      throw new Error(
        `${init.method ?? 'GET'} ${path} answered ${response.status}: ${bytes.toString().slice(0, 300)}`,
      );
    return { bytes, headers: response.headers };
  }

  async #send(bytes) {
    const form = new FormData();
    form.append('file', new Blob([bytes]), `${randomUUID()}.bin`);
    const { bytes: body } = await this.#call(201, '/api/upload', { method: 'POST', body: form });
    return JSON.parse(body).id;
  }

  #delete(id) {
    return this.#call(204, `/api/files/${id}`, { method: 'DELETE' });
  }

  /** Uploads, downloads whole and by ranges, and deletes. */
  async upload(turn) {
    const bytes = randomBytes(SIZES[turn % SIZES.length]);
    const id = await this.#send(bytes);
    const path = `/api/files/${id}/download?disposition=inline`;
    const whole = await this.#call(200, path);
    if (hash(whole.bytes) !== hash(bytes)) throw new Error('The download has other bytes');
    for (const [from, to] of [
      [0, 0],
      [bytes.length >> 1, bytes.length - 1],
      [17, 99],
    ]) {
      const { bytes: part } = await this.#call(206, path, { headers: { range: `bytes=${from}-${to}` } });
      if (!part.equals(bytes.subarray(from, to + 1)))
        throw new Error(`The range ${from}-${to} has other bytes`);
    }
    await this.#delete(id);
  }

  /** Uploads in three pieces, and cancels every third upload. */
  async resumable(turn) {
    const bytes = randomBytes(900_000);
    const created = await this.#call(201, '/api/uploads', {
      method: 'POST',
      headers: {
        ...TUS,
        'upload-length': String(bytes.length),
        'upload-metadata': `filename ${btoa('a.bin')}`,
      },
    });
    const location = created.headers.get('location');
    for (const from of [0, 300_000, 600_000]) {
      const headers = {
        ...TUS,
        'content-type': 'application/offset+octet-stream',
        'upload-offset': String(from),
      };
      await this.#call(204, location, {
        method: 'PATCH',
        headers,
        body: bytes.subarray(from, from + 300_000),
      });
      if (turn % 3 === 2) return void (await this.#call(204, location, { method: 'DELETE', headers: TUS }));
    }
    const id = location.split('/').at(-1);
    const { bytes: read } = await this.#call(200, `/api/files/${id}/download?disposition=inline`);
    if (hash(read) !== hash(bytes)) throw new Error('The resumable upload has other bytes');
    await this.#delete(id);
  }

  /** A stranger opens a file, and its owner reads the report. */
  async visit() {
    const id = await this.#send(randomBytes(5_000));
    const stranger = await fetch(new URL(`/api/files/${id}/download?visit=${randomUUID()}`, this.url));
    await stranger.arrayBuffer();
    if (stranger.status !== 200) throw new Error(`A visit answered ${stranger.status}`);
    await this.#report(id);
    await this.#delete(id);
  }

  /** Analytics learns of a file by an event, which takes a moment. */
  async #report(id) {
    for (let tries = 1; ; tries++) {
      try {
        return await this.#call(200, `/api/files/${id}/analytics`);
      } catch (error) {
        if (tries === 50 || !/analytics.not-found/.test(error.message)) throw error;
        await sleep(200);
      }
    }
  }

  /** Sends two files as a bundle, and a stranger fetches its ZIP whole and in part. */
  async bundle() {
    const fileIds = [await this.#send(randomBytes(40_000)), await this.#send(randomBytes(2_000_000))];
    const { bytes } = await this.#call(201, '/api/bundles', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Soak', fileIds }),
    });
    const { id } = JSON.parse(bytes);
    const address = new URL(`/api/bundles/${id}/download?visit=${randomUUID()}`, this.url);
    const zip = Buffer.from(await (await fetch(address)).arrayBuffer());
    const range = { range: `bytes=1000000-${zip.length - 1}` };
    const part = await fetch(address, { headers: range });
    if (part.status !== 206) throw new Error(`A range of a ZIP answered ${part.status}`);
    if (!Buffer.from(await part.arrayBuffer()).equals(zip.subarray(1_000_000)))
      throw new Error('The range of the ZIP has other bytes');
    await this.#call(204, `/api/bundles/${id}`, { method: 'DELETE' });
  }

  /** Follows live events for a while. */
  async live() {
    const sent = this.#open('GET', '/api/live');
    const status = new Promise((resolve, reject) => {
      sent.once('response', ({ statusCode }) => resolve(statusCode));
      sent.once('error', reject);
    });
    sent.end();
    const answer = await status;
    await sleep(2_000);
    sent.destroy();
    if (answer !== 200) throw new Error(`Live events answered ${answer}`);
  }

  async session() {
    const headers = await this.logIn();
    await this.#call(200, '/api/user', { headers });
    await this.#call(204, '/api/logout', { method: 'POST', headers });
    await sleep(2_000);
  }

  /** Breaks off in the middle of an upload. */
  async aborted() {
    const boundary = randomUUID();
    const sent = this.#open('POST', '/api/upload', {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': '3000000',
    });
    sent.write(`--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.bin"\r\n\r\n`);
    sent.write(randomBytes(600_000));
    await sleep(300);
    sent.destroy();
    await sleep(500);
  }

  /** Begins a download, reads nothing for a while, and breaks off. */
  async stalled() {
    const id = await this.#send(randomBytes(4_000_000));
    const sent = this.#open('GET', `/api/files/${id}/download?disposition=inline`);
    sent.on('response', (response) => response.pause());
    sent.end();
    await sleep(STALL_MS);
    sent.destroy();
    await this.#delete(id);
  }

  #open(method, path, headers = {}) {
    const sent = request(new URL(path, this.url), { method, headers: { ...this.headers, ...headers } });
    sent.on('error', () => undefined);
    return sent;
  }
}
