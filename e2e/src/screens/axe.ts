import { source } from 'axe-core';
import type { Page } from 'playwright-core';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Rules that take the <header> of a Mantine dialog for a second page banner. */
const DISABLED_RULES = {
  'landmark-no-duplicate-banner': { enabled: false },
  'landmark-unique': { enabled: false },
};

/** Waits for CSS transitions. A new colour scheme reaches nested elements one frame after their parents. */
const TRANSITIONS_ENDED = `(async () => {
  const running = () => document.getAnimations().filter((animation) => animation instanceof CSSTransition);
  while (running().length > 0) await Promise.allSettled(running().map(({ finished }) => finished));
})()`;

/**
 * Violations of WCAG 2.2 AA and axe's best practices on the current page, one string per element.
 */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(source);
  await page.evaluate(TRANSITIONS_ENDED);
  return page.evaluate<string[]>(`
    axe.run(document, { runOnly: ${JSON.stringify(TAGS)}, rules: ${JSON.stringify(DISABLED_RULES)} }).then(({ violations }) =>
      violations.flatMap(({ id, impact, nodes }) =>
        nodes.map(({ target, failureSummary }) => [impact, id, target.join(' '), failureSummary].join(' | ')),
      ),
    )`);
}
