import { fetchRange, fetchWhole } from './fetch-range.js';

const bytes = new Uint8Array([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
const partial = () =>
  new Response(bytes.slice(2, 5), { status: 206, headers: { 'content-range': 'bytes 2-4/10' } });

describe('the bytes of a document', () => {
  const { signal } = new AbortController();
  let answers: Array<() => Response>;
  let ranges: Array<string | null>;

  beforeEach(() => {
    jest.useFakeTimers();
    ranges = [];
    jest.spyOn(globalThis, 'fetch').mockImplementation(async (_address, init) => {
      ranges.push(new Headers(init?.headers).get('range'));
      await Promise.resolve();
      return (answers.shift() ?? partial)();
    });
  });
  afterEach(() => jest.useRealTimers());

  const cut = () => {
    throw new TypeError('Failed to fetch');
  };
  const failed = (status: number) => () => new Response(null, { status });

  it.each([
    ['an unavailable server', failed(503)],
    ['too many requests', failed(429)],
    ['a broken connection', cut],
  ])('are fetched again after %s', async (_failure, failure) => {
    answers = [failure, failure];
    const range = fetchRange('/file', 2, 5, signal);
    await jest.runAllTimersAsync();
    expect(await range).toEqual({ bytes: bytes.slice(2, 5), total: 10 });
    expect(ranges).toEqual(['bytes=2-4', 'bytes=2-4', 'bytes=2-4']);
  });

  it('fail after four attempts', async () => {
    answers = Array.from({ length: 4 }, () => failed(503));
    const range = fetchRange('/file', 2, 5, signal);
    const rejected = expect(range).rejects.toMatchObject({ status: 503 });
    await jest.runAllTimersAsync();
    await rejected;
    expect(ranges).toHaveLength(4);
  });

  it('are not fetched again once the server has refused them', async () => {
    answers = [failed(401)];
    await expect(fetchWhole('/file', signal)).rejects.toMatchObject({ status: 401 });
    expect(ranges).toEqual([null]);
  });

  it('are not fetched again once the document was left', async () => {
    const leaving = new AbortController();
    answers = [cut];
    leaving.abort();
    await expect(fetchRange('/file', 2, 5, leaving.signal)).rejects.toThrow('Failed to fetch');
    expect(ranges).toHaveLength(1);
  });

  it('are cut out of a whole file, which proxies without ranges send', async () => {
    answers = [() => new Response(bytes)];
    expect(await fetchRange('/file', 2, 5, signal)).toEqual({ bytes: bytes.slice(2, 5), total: 10 });
  });
});
