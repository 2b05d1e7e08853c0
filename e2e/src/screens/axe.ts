import { type RunOptions, source } from 'axe-core';
import type { Page } from 'playwright-core';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Rules that take the <header> of a Mantine dialog for a second page banner. */
const DISABLED_RULES = {
  'landmark-no-duplicate-banner': { enabled: false },
  'landmark-unique': { enabled: false },
};

/**
 * Waits until no CSS transition ran for three frames. A new colour scheme reaches nested elements some frames after
 * their parents. The timer replaces frames in a background page, which gets none.
 */
const TRANSITIONS_ENDED = `(async () => {
  const frame = () => new Promise((resolve) => {
    requestAnimationFrame(resolve);
    setTimeout(resolve, 100);
  });
  const running = () => document.getAnimations().filter((animation) => animation instanceof CSSTransition);
  for (let still = 0; still < 3; still = running().length > 0 ? 0 : still + 1) {
    await Promise.allSettled(running().map(({ finished }) => finished));
    await frame();
  }
})()`;

/** Rules whose outcome can depend on the colour scheme. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** Violations of WCAG 2.2 AA and axe's best practices on the current page, one string per element. */
export function violations(page: Page): Promise<string[]> {
  return run(page, { runOnly: TAGS, rules: DISABLED_RULES });
}

/** Violations of the rules on colours. Checks the other colour scheme of a page that passed all rules in the first. */
export function colourViolations(page: Page): Promise<string[]> {
  return run(page, { runOnly: COLOUR_RULES });
}

async function run(page: Page, options: RunOptions): Promise<string[]> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(source);
  await page.evaluate(TRANSITIONS_ENDED);
  // Omits details of passed rules, which take longer than the checks, and frames, where axe is not loaded.
  const ofViolations = JSON.stringify({ ...options, resultTypes: ['violations'], iframes: false });
  return page.evaluate<string[]>(`
    axe.run(document, ${ofViolations}).then(({ violations }) =>
      violations.flatMap(({ id, impact, nodes }) =>
        nodes.map(({ target, failureSummary }) => [impact, id, target.join(' '), failureSummary].join(' | ')),
      ),
    )`);
}
