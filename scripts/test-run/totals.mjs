const SHOWN_OF_ONE_REASON = 3;

/** Adds up what the test runners print: passed, failed, skipped and retried tests. */
export class Totals {
  passed = 0;
  failed = 0;
  skipped = 0;
  /** Titles of failed tests, with the first line of their error. */
  failures = [];
  /** Titles of tests that passed only on their second attempt. */
  retried = [];
  /** A sentence for each program that could not be installed. */
  missing = [];

  /**
   * Reads Jest's "Tests: 1 skipped, 2 passed, 3 total", node's "# pass 2", the lines of the outcome reporter, and those
   * of system-packages.mjs.
   * @param {string} output everything that one step printed
   */
  add(output) {
    for (const [, line] of output.matchAll(/^\s*Tests:\s+(.*)$/gm)) {
      for (const [, number, kind] of line.matchAll(/(\d+) (passed|failed|skipped)/g))
        this[kind] += Number(number);
    }
    for (const [, kind, number] of output.matchAll(/^[#ℹ] (pass|fail|skipped) (\d+)$/gm)) {
      this[{ pass: 'passed', fail: 'failed', skipped: 'skipped' }[kind]] += Number(number);
    }
    for (const [, title] of output.matchAll(/^(?:Failed: |not ok \d+ - |✖ (?!failing tests))(.*)$/gm))
      this.failures.push(title);
    for (const [, title] of output.matchAll(/^Retried: (.*)$/gm)) this.retried.push(title);
    for (const [, sentence] of output.matchAll(/^Missing: (.*)$/gm)) this.missing.push(sentence);
  }

  /**
   * Adds a step whose failed files passed when they ran again: their failures count as retries.
   * @param {string} output everything that the first run printed
   */
  addRepeated(output) {
    const step = new Totals();
    step.add(output);
    this.passed += step.passed + step.failed;
    this.skipped += step.skipped;
    this.retried.push(...step.retried, ...step.failures.map((title) => `${title} (its file ran again)`));
    this.missing.push(...step.missing);
  }

  /** The closing lines: the failed and the retried tests by name, and the counts that CI reads. */
  toString() {
    const failures = list('failed', this.failures);
    return `${failures}${this.passed} passed, ${this.failed} failed, ${this.skipped} skipped\n${list('retried', this.retried)}Retried tests: ${this.retried.length}\n`;
  }
}

/** Lists a line for each test. Shows only the first few with the same error, which is mostly that of one hook. */
function list(outcome, titles) {
  const seen = new Map();
  const lines = [];
  for (const title of new Set(titles)) {
    const [, reason = title] = title.split(' ⇒ ');
    const count = (seen.get(reason) ?? 0) + 1;
    seen.set(reason, count);
    if (count <= SHOWN_OF_ONE_REASON) lines.push(`  ${outcome}: ${title}\n`);
  }
  const more = [...seen].filter(([, count]) => count > SHOWN_OF_ONE_REASON);
  for (const [reason, count] of more)
    lines.push(`  ${outcome}: ${count - SHOWN_OF_ONE_REASON} more ⇒ ${reason}\n`);
  return lines.join('');
}
