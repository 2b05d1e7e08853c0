import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { parse } from 'yaml';

const root = join(import.meta.dirname, '..');
const read = (path) => readFileSync(join(root, path), 'utf8');
const pages = globSync('docs/operations/*.md', { cwd: root });
const operations = ['docs/operations.md', ...pages].map(read).join('\n');
const { environmentNames } = await import('../standalone/dist/environment.js');
const { migrationVariables } = await import('../libs/composition/dist/index.js');

/** The anchors of a page, as code hosts derive them from its headings. */
function anchorsOf(text) {
  const headings = text.replaceAll(/^```.*?^```/gms, '').matchAll(/^#+ (.+)$/gm);
  return new Set(
    [...headings].map(([, heading]) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}

/** The first cells of the rows of the table that begins with `heading`. */
function firstCells(heading) {
  const [, table = ''] =
    new RegExp(`^\\| ${heading} .*\\n\\|[ :|-]+\\n((?:\\|.*\\n)+)`, 'm').exec(operations) ?? [];
  return [...table.matchAll(/^\| (.*?) +\|/gm)].map(([, cell]) => cell);
}

const inTable = firstCells('Variable').flatMap((cell) => cell.split(', ').map((name) => name.trim()));

test('the table and .env.example list exactly the variables that Waybill reads', () => {
  const inExample = [...read('.env.example').matchAll(/^(?:# )?([A-Z][A-Z0-9_]+)=/gm)].map(
    ([, name]) => name,
  );
  const names = [...new Set([...environmentNames, ...migrationVariables])].toSorted();
  assert.deepEqual(inTable.toSorted(), names);
  assert.deepEqual(inExample.toSorted(), names);
});

// PATH is allowed: it belongs to the system, and LibreOffice is found by it.
test('only composition roots and tests read environment variables of Waybill', () => {
  const readers = globSync('{gateway,standalone,operator,services/*,libs/*}/src/**/*.ts', { cwd: root })
    .filter(
      (path) =>
        !/\.spec\.ts$|\/main\.ts$|\.main\.ts$|^standalone\/src\/[\w-]+\.ts$|^operator\/src\/.*\.command\.ts$|^libs\/testing\//.test(
          path,
        ),
    )
    .filter((path) => /\bprocess\.env\b/.test(read(path).replaceAll("process.env['PATH']", '')));
  assert.deepEqual(readers, []);
});

test('every page of docs/operations is in its index', () => {
  const index = read('docs/operations.md');
  const missing = pages.filter((page) => !index.includes(`](${page.replace('docs/', '')}`));
  assert.deepEqual(missing, []);
});

test('every alert has a section in docs/operations/alerts.md, and every section has an alert', () => {
  const rules = ['alerts.yml', 'servers.yml']
    .flatMap((name) => parse(read(`deploy/observability/${name}`)).groups)
    .flatMap((group) => group.rules);
  const anchors = rules.map(({ annotations }) => annotations.runbook_url.split('#')[1]);
  const sections = [...anchorsOf(read('docs/operations/alerts.md'))].filter((anchor) => anchor !== 'alerts');
  assert.deepEqual(sections.toSorted(), anchors.toSorted());
});

test('docs/operations/alerts.md states the attempts and the delays of both buses', () => {
  const runbooks = read('docs/operations/alerts.md').replaceAll(/\s+/g, ' ');
  const policy = /const RETRY_POLICY.*attempts: (\d+), firstDelayMs: (\d+), longestDelayMs: ([\d_]+) /;
  for (const [adapter, bus] of [
    ['in-process/in-process', 'On one machine'],
    ['rabbitmq/rabbitmq', 'With RabbitMQ'],
  ]) {
    const [, attempts, first, longest] = policy.exec(read(`libs/bus/src/adapters/${adapter}-transport.ts`));
    assert.equal(longest, '600_000');
    const sentence = `${bus} an event gets ${attempts} attempts in all: the second after ${first / 1000} s`;
    assert.ok(runbooks.includes(sentence), sentence);
  }
  assert.match(runbooks, /up to 10 minutes/);
});

test('every link between the pages leads to a file and a heading', () => {
  const documents = globSync(['*.md', 'docs/**/*.md', 'deploy/**/*.md'], { cwd: root });
  const broken = documents.flatMap((page) =>
    [...read(page).matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]+))?\)/g)]
      .filter(([, path, anchor]) => {
        const target = path === '' ? page : join(dirname(page), path);
        if (!existsSync(join(root, target))) return true;
        return anchor !== undefined && target.endsWith('.md') && !anchorsOf(read(target)).has(anchor);
      })
      .map(([link]) => `${page}: ${link}`),
  );
  assert.deepEqual(broken, []);
});

test('no command reads a file of settings in a shell, which fails at MAIL_FROM=Waybill <no-reply@example.com>', () => {
  const [sourced] = /(?:\bsource|(?<=&& |; |')\.) \/etc\/\S+/.exec(operations) ?? [];
  assert.equal(sourced, undefined);
});

test('every command and error sentence that the pages for operators name exists', () => {
  const { scripts } = JSON.parse(read('package.json'));
  for (const [, name] of operations.matchAll(/npm run ([\w-]+)/g))
    assert.ok(scripts[name], `npm run ${name}`);
  const sources = globSync('{gateway,standalone,operator,services/*,libs/*}/src/**/*.ts', { cwd: root })
    .filter((path) => !path.includes('.spec.'))
    .map(read)
    .join('\n')
    .replaceAll(/' \+\s+['`]/g, '');
  const questions = read('docs/operations/troubleshooting.md');
  const quoted = [
    ...[...operations.matchAll(/"([A-Z][^"]+\.)"/g)].map(([, sentence]) => sentence),
    ...[...questions.matchAll(/^\*\*`([^`]+)`/gm)].map(([, sentence]) => sentence.replace(/ …$/, '')),
    ...firstCells('Line').map((cell) => cell.replaceAll('`', '')),
  ];
  assert.ok(quoted.length > 10);
  for (const sentence of quoted) assert.ok(sources.includes(sentence), sentence);
});
