import { source } from 'axe-core';
import type { Page } from 'playwright-core';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** A dialog of Mantine's has a <header> of its own, which these two take for a second one of the page. */
const NOT_OURS = {
  'landmark-no-duplicate-banner': { enabled: false },
  'landmark-unique': { enabled: false },
};

/** A new colour arrives element by element, each a frame after what it inherits from, however short its transition. */
const TRANSITIONS_ENDED = `(async () => {
  const running = () => document.getAnimations().filter((animation) => animation instanceof CSSTransition);
  while (running().length > 0) await Promise.allSettled(running().map(({ finished }) => finished));
})()`;

/**
 * What axe finds wrong with the page as it stands, at WCAG 2.2 AA and by good practice: the rule and the element of each.
 */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(source);
  await page.evaluate(TRANSITIONS_ENDED);
  return page.evaluate<string[]>(`
    axe.run(document, { runOnly: ${JSON.stringify(TAGS)}, rules: ${JSON.stringify(NOT_OURS)} }).then(({ violations }) =>
      violations.flatMap(({ id, impact, nodes }) =>
        nodes.map(({ target, failureSummary }) => [impact, id, target.join(' '), failureSummary].join(' | ')),
      ),
    )`);
}
