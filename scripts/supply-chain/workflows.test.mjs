import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse } from 'yaml';

const root = join(import.meta.dirname, '../..');
const workflows = globSync('.github/workflows/*.yml', { cwd: root });
const read = (path) => readFileSync(join(root, path), 'utf8');
const scriptsOf = (folder) => JSON.parse(read(join(folder, 'package.json'))).scripts;

for (const path of workflows) {
  const text = read(path);
  const { on: triggers, jobs, permissions } = parse(text);

  test(`${path}: every job has a runner, a time limit and steps, or calls a workflow that exists`, () => {
    assert.ok(Object.keys(triggers).length > 0);
    assert.deepEqual(permissions, { contents: 'read' });
    for (const [name, job] of Object.entries(jobs)) {
      for (const needed of [job.needs ?? []].flat()) assert.ok(jobs[needed], `${name} needs ${needed}`);
      if (job.uses) {
        assert.ok(existsSync(join(root, job.uses)), job.uses);
        assert.ok('workflow_call' in parse(read(job.uses)).on, job.uses);
        continue;
      }
      assert.ok(job['runs-on'] && job['timeout-minutes'] > 0, name);
      for (const step of job.steps) {
        assert.equal(Boolean(step.uses) !== Boolean(step.run), true, JSON.stringify(step));
        if (step.uses) assert.match(step.uses, /^[\w-]+\/[\w./-]+@v\d/);
      }
    }
  });

  test(`${path}: every command of the project that it runs exists`, () => {
    for (const [, name, workspace] of text.matchAll(
      /npm run (?:--silent )?([\w:-]+)(?: -w @waybill\/(\w+))?/g,
    ))
      assert.ok(scriptsOf(workspace ? `libs/${workspace}` : '.')[name], name);
    for (const [, script] of text.matchAll(/\bnode (scripts\/\S+\.mjs)/g))
      assert.ok(existsSync(join(root, script)), script);
    for (const [, script] of text.matchAll(/\bbash (\S+)/g))
      assert.ok(existsSync(join(root, script)), script);
  });
}
