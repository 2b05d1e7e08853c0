const TUS = { 'tus-resumable': '1.0.0', 'content-type': 'application/offset+octet-stream' };

/** Calls the HTTP API of a Waybill as a browser does: with its origin and, once logged in, its cookies. */
export class ApiClient {
  /** @param {string} url origin of the server */
  constructor(url) {
    this.url = url;
    this.cookie = '';
  }

  /** Another client, without an account. */
  asStranger() {
    return new ApiClient(this.url);
  }

  async logIn(credentials) {
    const response = await this.send('POST', '/api/login', credentials);
    const cookies = response.headers.getSetCookie();
    this.cookie = cookies.map((line) => line.split(';')[0]).join('; ');
  }

  async get(path) {
    return (await this.call('GET', path)).json();
  }

  /** Sends JSON. */
  send(method, path, body) {
    return this.call(method, path, JSON.stringify(body), { 'content-type': 'application/json' });
  }

  /** @returns the created entity */
  async create(path, body) {
    return (await this.send('POST', path, body)).json();
  }

  /** @returns id of the file */
  async upload(name, bytes) {
    const form = new FormData();
    form.set('file', new Blob([bytes]), name);
    return (await (await this.call('POST', '/api/upload', form)).json()).id;
  }

  /** Sends a file in one call of tus, with metadata such as `request` (docs/api.md). */
  async uploadWithTus(bytes, metadata) {
    const pairs = Object.entries(metadata).map(
      ([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`,
    );
    const headers = { ...TUS, 'upload-length': String(bytes.length), 'upload-metadata': pairs.join(',') };
    await this.call('POST', '/api/uploads', bytes, headers);
  }

  /** @throws Error with the answer if it is no success */
  async call(method, path, body, headers = {}) {
    const own = { origin: this.url, ...(this.cookie && { cookie: this.cookie }) };
    const response = await fetch(`${this.url}${path}`, { method, headers: { ...own, ...headers }, body });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response;
  }
}
