/** Adds up what the test runners print: passed, failed, skipped and retried tests. */
export class Totals {
  passed = 0;
  failed = 0;
  skipped = 0;
  /** Titles of failed tests. */
  failures = [];
  /** Titles of tests that passed only on their second attempt. */
  retried = [];
  /** A sentence for each program that could not be installed. */
  missing = [];

  /**
   * Reads Jest's "Tests: 1 skipped, 2 passed, 3 total", node's "# pass 2", the lines of the outcome reporter, and those of system-packages.mjs.
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

  /** The closing lines: the failed and the retried tests by name, and the counts that CI reads. */
  toString() {
    const failures = [...new Set(this.failures)].map((title) => `  failed: ${title}\n`).join('');
    const titles = this.retried.map((title) => `  retried: ${title}\n`).join('');
    return `${failures}${this.passed} passed, ${this.failed} failed, ${this.skipped} skipped\n${titles}Retried tests: ${this.retried.length}\n`;
  }
}
