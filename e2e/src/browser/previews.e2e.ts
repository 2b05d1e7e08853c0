import type { Browser, Page } from 'playwright-core';
import { archive, docx, encryptOffice, eventually, pdf } from '@waybill/testing';
import { colourViolations, violations } from '../screens/axe.js';
import { FREE } from '../support/environment.js';
import { ApiClient } from '../support/api-client.js';
import { describeInBrowser, launch, overflowOf, screens, Window } from '../support/browser.js';
import type { Instance } from '../support/instance.js';
import { startInstance } from '../support/start-instance.js';
import { wav } from '../support/wav.js';

const becomes = (page: Page, expression: string, value: number) =>
  eventually(async () => expect(await page.evaluate(expression)).toBe(value));

const files = {
  code: {
    name: 'main.py',
    bytes: Buffer.from('# greets\ndef hello(name: str) -> str:\n    return f"Hello {name}"\n'),
  },
  markdown: {
    name: 'README.md',
    bytes: Buffer.from(
      '# Harbour plan\n\nSee [the map](https://example.org/).\n\n| Pier | Ships |\n|---|---|\n| North | 4 |\n\n<script>document.title = "hijacked"</script>',
    ),
  },
  table: { name: 'ships.csv', bytes: Buffer.from('name,length\nAda,42\n"Grace, the second",17\n') },
  json: {
    name: 'ships.json',
    bytes: Buffer.from('{"ships": [{"name": "Ada", "length": 42}], "open": true}'),
  },
  archive: { name: 'ships.zip', bytes: archive({ 'plans/pier.txt': 'hello', 'ships.csv': 'a,b' }) },
  sound: { name: 'horn.wav', bytes: wav(1) },
  drawing: {
    name: 'pier.svg',
    bytes: Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="200"><path d="M20 180 L380 20" stroke="#000" stroke-width="12"/></svg>',
    ),
  },
  office: { name: 'letter.docx', bytes: docx('Dear Ada') },
} as const;

/** Measures the longest time for which the page did nothing else, in milliseconds. */
const measureFreezes = `
  let last = performance.now();
  window.longestFreeze = 0;
  setInterval(() => {
    window.longestFreeze = Math.max(window.longestFreeze, performance.now() - last);
    last = performance.now();
  }, 50);
`;
/** Returns the milliseconds of a fixed amount of work, a third of a second on a quiet machine. */
const MEASURE_WORK = `
  (() => {
    const start = performance.now();
    let sum = 0;
    for (let n = 0; n < 1e8; n++) sum += n % 7;
    return sum > 0 ? performance.now() - start : 0;
  })()
`;
/** Longest freeze, in the time of MEASURE_WORK, because the machine may be slow or busy. */
const MAX_FREEZE = 20;

/** Colour schemes. The second one is checked only by the rules on colours. */
const schemes = [
  ['light', violations],
  ['dark', colourViolations],
] as const;

describeInBrowser('previews of the kinds of files', () => {
  let waybill: Instance;
  let browser: Browser;
  let client: ApiClient;
  const ids: Record<string, string> = {};

  beforeAll(async () => {
    waybill = await startInstance(FREE);
    browser = await launch();
    client = new ApiClient(waybill.url);
    for (const [kind, file] of Object.entries(files))
      ids[kind] = await new ApiClient(waybill.url).upload(file);
  });
  afterAll(async () => {
    await browser.close();
    await waybill.dispose();
  });

  const shown: Record<string, (window: Window) => Promise<unknown>> = {
    code: ({ page }) => page.locator('.hljs-keyword', { hasText: 'def' }).waitFor(),
    markdown: ({ page }) => page.getByRole('heading', { name: 'Harbour plan' }).waitFor(),
    table: ({ page }) => page.getByRole('cell', { name: 'Grace, the second' }).waitFor(),
    json: ({ page }) => page.getByText('ships:').waitFor(),
    archive: ({ page }) => page.getByRole('cell', { name: 'plans/pier.txt' }).waitFor(),
    sound: ({ page }) => becomes(page, 'document.querySelector("audio")?.duration', 1),
    drawing: ({ page }) =>
      becomes(page, 'document.querySelector("img[alt=\'pier.svg\']")?.naturalWidth', 400),
    office: ({ page }) => page.locator('[data-page="1"] canvas').waitFor({ timeout: 90_000 }),
  };

  it.each(Object.keys(files))(
    'shows a file of the kind %s on desktop and phone, in light and dark',
    async (kind) => {
      for (const screen of ['desktop', 'phone'] as const) {
        const window = await Window.open(browser, waybill.url, { ...screens[screen], colorScheme: 'light' });
        await window.page.goto(`/${ids[kind]}`);
        for (const [colorScheme, check] of schemes) {
          await window.page.emulateMedia({ colorScheme });
          await window.page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor();
          await shown[kind]?.(window);
          await expect(window.page.title()).resolves.not.toBe('hijacked');
          await window.picture(`preview-${kind}-${screen}-${colorScheme}`);
          if (screen === 'phone') expect(await check(window.page)).toEqual([]);
        }
        expect(await overflowOf(window.page)).toBeLessThanOrEqual(0);
        expect(window.complaints).toEqual([]);
        await window.context.close();
      }
    },
  );

  it.each([
    ['README.md', '_a_'.repeat(20_000)],
    ['notes.md', '>'.repeat(5_000)],
  ])('shows the source of a Markdown file that would freeze or break the page: %s', async (name, text) => {
    const id = await new ApiClient(waybill.url).upload({ name, bytes: Buffer.from(text) });
    const window = await Window.open(browser, waybill.url, screens.phone);
    const { page } = window;
    await page.goto(`/${id}`);
    await page.getByText('This text is too complex to be formatted').waitFor();
    expect(await page.getByRole('region', { name }).textContent()).toContain(text.slice(0, 150));
    await page.getByRole('link', { name: 'Download' }).waitFor();
    expect(await overflowOf(page)).toBeLessThanOrEqual(0);
    expect(await violations(page)).toEqual([]);
    expect(window.complaints).toEqual([]);
    await window.context.close();
  });

  it.each([
    ['numbers.js', '1_'.repeat(99_000)],
    ['words.yaml', 'a '.repeat(99_000)],
    ['word.md', 'a'.repeat(200_000)],
    ['word.txt', 'ب'.repeat(200_000)],
    ['lists.json', JSON.stringify(Array.from({ length: 400 }, () => Array.from({ length: 250 }, () => [])))],
    ['cells.csv', `${'a,'.repeat(200)}\n`.repeat(1_000)],
  ])('answers while it shows a text that could freeze it: %s', async (name, text) => {
    const id = await new ApiClient(waybill.url).upload({ name, bytes: Buffer.from(text) });
    const window = await Window.open(browser, waybill.url, screens.desktop);
    const { page } = window;
    await page.addInitScript(measureFreezes);
    await page.goto(`/${id}`);
    const content = page.getByRole('region', { name });
    await eventually(async () => expect(await content.textContent()).toMatch(/^(1_1|a|ب|\[400\])/));
    // Longer than a worker may take.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 3_000)));
    const longestFreeze = await page.evaluate<number>('window.longestFreeze');
    expect(longestFreeze / (await page.evaluate<number>(MEASURE_WORK))).toBeLessThan(MAX_FREEZE);
    expect(window.complaints).toEqual([]);
    await window.context.close();
  });

  it('asks for the password of an Office file, says when it is wrong, and shows the document', async () => {
    const bytes = await encryptOffice(docx('Dear Ada'), 'open sesame', 'agile');
    const id = await client.upload({ name: 'secret.docx', bytes });
    const window = await Window.open(browser, waybill.url, { ...screens.phone, colorScheme: 'light' });
    const { page } = window;
    await page.goto(`/${id}`);
    const field = page.getByRole('textbox', { name: 'Password of the document' });
    await field.waitFor({ timeout: 90_000 });
    await window.picture('preview-password-phone');
    await field.fill('wrong');
    await field.press('Enter');
    await page.getByText('Incorrect password').waitFor({ timeout: 90_000 });
    expect(await violations(page)).toEqual([]);
    await field.fill('open sesame');
    await page.getByRole('button', { name: 'Open document' }).click();
    await page.locator('[data-page="1"] canvas').waitFor({ timeout: 90_000 });
    await window.picture('preview-unlocked-phone');
    expect(window.complaints).toEqual([]);
    await window.context.close();
  });

  it('turns the low pages of a presentation one by one on a phone', async () => {
    const bytes = pdf({ pages: 6, height: 335 });
    const id = await client.upload({ name: 'slides.pdf', bytes });
    const window = await Window.open(browser, waybill.url, screens.phone);
    const { page } = window;
    await page.goto(`/${id}`);
    await page.locator('[data-page="1"] canvas').waitFor();
    const field = page.getByLabel('Page', { exact: true });
    for (const [button, number] of [
      ['Next page', '2'],
      ['Next page', '3'],
      ['Previous page', '2'],
      ['Previous page', '1'],
    ] as const) {
      await page.getByRole('button', { name: button }).click();
      await eventually(async () => expect(await field.inputValue()).toBe(number));
    }
    expect(window.complaints).toEqual([]);
    await window.context.close();
  });

  it('programs get previews: text, the list of an archive, and ranges of a sound', async () => {
    const text = await client.get(`/api/files/${ids['code']}/preview`);
    expect(text.status).toBe(200);
    expect(text.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    await expect(text.text()).resolves.toBe(String(files.code.bytes));
    const list = await client.get(`/api/files/${ids['archive']}/preview`);
    expect(list.headers.get('content-type')).toMatch(/^application\/json/);
    await expect(list.json()).resolves.toEqual({
      entries: [
        { path: 'plans/pier.txt', size: 5 },
        { path: 'ships.csv', size: 3 },
      ],
    });
    const sound = await client.get(`/api/files/${ids['sound']}/download?disposition=inline`, {
      range: 'bytes=0-3',
    });
    expect(sound.status).toBe(206);
    expect(sound.headers.get('content-disposition')).toMatch(/^inline/);
    const drawing = await client.get(`/api/files/${ids['drawing']}/download?disposition=inline`);
    expect(drawing.headers.get('content-disposition')).toMatch(/^attachment/);
  });

  it('a preview shows the first mebibyte of a long text', async () => {
    const bytes = Buffer.alloc(3 * 1024 * 1024, 'lorem ipsum\n');
    const id = await client.upload({ name: 'long.log', bytes });
    const response = await client.get(`/api/files/${id}/preview`);
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes.subarray(0, 1024 * 1024))).toBe(true);
    await expect(client.file(id)).resolves.toMatchObject({ preview: { kind: 'text', hasRendition: true } });
  });
});
