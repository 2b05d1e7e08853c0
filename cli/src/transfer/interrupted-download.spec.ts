import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Api } from '../api.js';
import { download } from './download.js';
import type { Sink } from './sinks.js';
import { Progress } from '../output/progress.js';

const OLD = { content: 'figures', etag: '"1"' };
const LONGER = { content: 'figures and charts', etag: '"2"' };
const SHORTER = { content: 'fig', etag: '"3"' };

class MemorySink implements Sink {
  constructor(public content = '') {}

  get position(): number {
    return this.content.length;
  }

  write(chunk: Uint8Array): Promise<void> {
    this.content += Buffer.from(chunk).toString();
    return Promise.resolve();
  }

  restart(): Promise<void> {
    this.content = '';
    return Promise.resolve();
  }
}

describe('a download that breaks', () => {
  let server: Server;
  let file: typeof OLD;
  /** Numbers of bytes after which the connections break, in their order. */
  let breaks: number[];
  /** The header `Range` of each request. */
  let ranges: (string | undefined)[];

  beforeEach(async () => {
    breaks = [];
    ranges = [];
    server = createServer(({ headers }, response) => {
      const { range } = headers;
      ranges.push(range);
      const isRest = range !== undefined && headers['if-range'] === file.etag;
      const rest = file.content.slice(isRest ? Number(range.replace(/\D/g, '')) : 0);
      response.writeHead(isRest ? 206 : 200, { etag: file.etag, 'content-length': rest.length });
      const length = breaks.shift();
      if (length === undefined) response.end(rest);
      else response.write(rest.slice(0, length), () => response.destroy());
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    jest.spyOn(process.stderr, 'write').mockReturnValue(true);
  });
  afterEach(() => {
    jest.restoreAllMocks();
    server.close();
  });

  /** @param size of the file before the download; 0 if the server did not say it */
  async function contentAfterDownload(size: number, begun: string): Promise<string> {
    const sink = new MemorySink(begun);
    const api = new Api(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, null);
    const remote = { etag: OLD.etag, size, name: 'report.txt' };
    await download(api, { path: '/', headers: {} }, remote, sink, new Progress('report.txt', size));
    return sink.content;
  }

  it('is resumed where the answer to HEAD has no size', async () => {
    file = OLD;
    breaks = [3];
    await expect(contentAfterDownload(0, '')).resolves.toBe('figures');
    expect(ranges).toEqual([undefined, 'bytes=3-']);
  });

  it('is resumed until the end of a file that has become longer', async () => {
    file = LONGER;
    breaks = [10];
    await expect(contentAfterDownload(OLD.content.length, 'fi')).resolves.toBe('figures and charts');
    expect(ranges).toEqual(['bytes=2-', 'bytes=10-']);
  });

  it('fetches a file that has become shorter once', async () => {
    file = SHORTER;
    await expect(contentAfterDownload(OLD.content.length, 'figu')).resolves.toBe('fig');
    expect(ranges).toEqual(['bytes=4-']);
  });
});
