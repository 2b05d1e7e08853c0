import { randomUUID } from 'node:crypto';

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0';
const GOOGLEBOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
const PREFETCH = { 'sec-purpose': 'prefetch;prerender' };

/** Numbers of entries that must be stored for one visitor. `mayBe`: upper bound of further entries as a person. */
const entries = (people, bots = 0, mayBe = 0) => ({ people, bots, mayBe });

const pageOf = (file) => `/api/files/${file.id}/download?visit=${randomUUID()}`;
const range = (from, to) => ({ range: `bytes=${from}-${to}` });

/**
 * Kinds of visitors, with their share of all. Each sends the requests of one visitor and returns the entries that must
 * be stored. `agent` adds the number of the visitor to a user agent, so that its entries can be recognized.
 */
export const kinds = {
  /** The page fetches the file. */
  page: [
    20,
    async ({ calls, file, agent }) => {
      await calls.call(pageOf(file), { headers: agent(BROWSER) });
      return entries(1);
    },
  ],
  /** A reader fetches parts of one document, some at the same time, from several replicas. */
  ranges: [
    16,
    async ({ calls, file, agent }) => {
      const path = pageOf(file);
      const part = (from) => calls.call(path, { headers: { ...agent(BROWSER), ...range(from, from + 99) } });
      await part(0);
      await Promise.all([part(1000), part(2000)]);
      await part(3000);
      return entries(1);
    },
  ],
  /** The connection breaks, and the browser fetches again. */
  retry: [
    10,
    async ({ calls, file, agent }) => {
      const path = pageOf(file);
      await calls.breakOff(path, { headers: agent(BROWSER) });
      await calls.call(path, { headers: agent(BROWSER) });
      await calls.call(path, { headers: agent(BROWSER) });
      return entries(1);
    },
  ],
  /** The same visit four times at once. */
  duplicate: [
    8,
    async ({ calls, file, agent }) => {
      const path = pageOf(file);
      await Promise.all([1, 2, 3, 4].map(() => calls.call(path, { headers: agent(BROWSER) })));
      return entries(1);
    },
  ],
  /** The browser has the bytes already. */
  cached: [
    5,
    async ({ calls, file, agent }) => {
      const { status } = await calls.call(pageOf(file), {
        headers: { ...agent(BROWSER), 'if-none-match': file.etag },
      });
      if (status !== 304) throw new Error(`A known ETag is answered with ${status}`);
      return entries(1);
    },
  ],
  /** A program without a visit id. An attempt whose answer was lost may have been counted. */
  program: [
    8,
    async ({ calls, file, agent }) => {
      const { attempts } = await calls.call(`/api/files/${file.id}/download`, {
        headers: agent('curl/8.5.0'),
      });
      return entries(1, 0, attempts);
    },
  ],
  /** A download manager fetches parts at once, without a visit id. */
  manager: [
    5,
    async ({ calls, file, agent }) => {
      const part = (from) =>
        calls.call(`/api/files/${file.id}/download`, {
          headers: { ...agent('aria2/1.36'), ...range(from, from + 999) },
        });
      await Promise.all([part(0), part(1000), part(2000)]);
      return entries(1);
    },
  ],
  /** A link is opened, and its bytes are fetched. Each opening is a visit, also one whose answer was lost. */
  link: [
    4,
    async ({ calls, file, agent }) => {
      const visit = randomUUID();
      const opened = await calls.call(`/api/links/${file.slug}/open`, {
        method: 'POST',
        headers: agent(BROWSER),
        body: { visit },
      });
      const { token } = JSON.parse(opened.text());
      await calls.call(`/api/files/${file.id}/download?visit=${visit}&token=${token}`, {
        headers: agent(BROWSER),
      });
      return entries(1, 0, opened.attempts);
    },
  ],
  /** A page reports its reading twice, and that of visits that do not exist. */
  reading: [
    4,
    async ({ calls, file, agent }) => {
      const path = pageOf(file);
      await calls.call(path, { headers: agent(BROWSER) });
      const body = { events: [{ page: 1, ms: 900 }], finished: true };
      const visit = new URLSearchParams(path.split('?')[1]).get('visit');
      for (const id of [visit, visit, randomUUID()])
        await calls.call(`/api/files/${file.id}/visits/${id}`, {
          method: 'POST',
          headers: agent(BROWSER),
          body,
        });
      return entries(1);
    },
  ],
  /** A browser that asks not to be recorded. */
  private: [
    3,
    async ({ calls, file, agent }) => {
      await calls.call(pageOf(file), { headers: { ...agent(BROWSER), 'sec-gpc': '1' } });
      return entries(1);
    },
  ],
  bot: [
    4,
    async ({ calls, file, agent }) => {
      await calls.call(pageOf(file), { headers: agent(GOOGLEBOT) });
      await calls.call(pageOf(file), { headers: agent(GOOGLEBOT) });
      return entries(0, 1);
    },
  ],
  preview: [
    4,
    async ({ calls, file, agent }) => {
      await calls.call(`/api/files/${file.id}/download`, { headers: agent('WhatsApp/2.23.20.0') });
      return entries(0, 1);
    },
  ],
  /** The browser prefetches the file, then a person opens it with the same visit id. */
  prefetch: [
    4,
    async ({ calls, file, agent }) => {
      const path = pageOf(file);
      await calls.call(path, { headers: { ...agent(BROWSER), ...PREFETCH } });
      await calls.call(path, { headers: agent(BROWSER) });
      return entries(1, 1);
    },
  ],
  head: [
    2,
    async ({ calls, file, agent }) => {
      const path = pageOf(file);
      await calls.call(path, { method: 'HEAD', headers: agent(BROWSER) });
      await calls.call(path, { headers: agent(BROWSER) });
      return entries(1, 1);
    },
  ],
  /** Requests that are refused. */
  refused: [
    2,
    async ({ calls, file, locked, agent }) => {
      await calls.call(pageOf(file), { headers: { ...agent(BROWSER), ...range(10 ** 9, '') } });
      await calls.call(pageOf(locked), { headers: agent(BROWSER) });
      await calls.call(pageOf({ id: randomUUID() }), { headers: agent(BROWSER) });
      return entries(0);
    },
  ],
  /** The owner looks at the file. */
  owner: [
    1,
    async ({ calls, file, agent, cookie }) => {
      await calls.call(`${pageOf(file)}&disposition=inline`, { headers: { ...agent(BROWSER), cookie } });
      return entries(0);
    },
  ],
};

const wheel = Object.entries(kinds).flatMap(([name, [share]]) => Array.from({ length: share }, () => name));

/** The kind of the n-th visitor. Any hundred successive visitors include all kinds, by their shares. */
export const kindOf = (n) => wheel[(n * 37) % wheel.length];
