import { eventually } from '@waybill/testing';
import type { Locator, Page } from 'playwright-core';

type Box = NonNullable<Awaited<ReturnType<Locator['boundingBox']>>>;

const MAX_STOPS = 60;
const PAINTED_MS = 5000;
/** Margin around an element for its focus ring, in CSS pixels. */
const FOCUS_RING_MARGIN = 6;

/** Uses a page by keyboard only. Checks at every stop that the focus is visible. */
export class Keyboard {
  constructor(private readonly page: Page) {}

  /** Presses Tab until `target` has the focus. @throws if a stop has no visible focus, or `target` is not reached */
  async to(target: Locator): Promise<void> {
    await target.waitFor();
    for (let stop = 0; stop < MAX_STOPS; stop++) {
      await this.expectVisibleFocus();
      if ((await target.and(this.page.locator(':focus')).count()) > 0) return;
      await this.page.keyboard.press('Tab');
    }
    throw new Error(`Tab does not reach ${String(target)} on ${this.page.url()}`);
  }

  /** Focuses `target` and presses `key`. */
  async press(target: Locator, key = 'Enter'): Promise<void> {
    await this.to(target);
    await this.page.keyboard.press(key);
  }

  /** Focuses a field and replaces its text. */
  async type(field: Locator, text: string): Promise<void> {
    await this.to(field);
    await this.page.keyboard.press('ControlOrMeta+A');
    await this.page.keyboard.type(text);
  }

  /** Label or text of the focused element. */
  async focused(): Promise<string> {
    return this.page.evaluate(
      "((element) => element?.getAttribute('aria-label') ?? element?.textContent ?? '')(document.activeElement)",
    );
  }

  private async expectVisibleFocus(): Promise<void> {
    // The page and headings that receive the focus by script are not controls.
    const isControl = await this.page.evaluate<boolean>(
      '(globalThis.focusedBefore = document.activeElement).tabIndex >= 0',
    );
    if (!isControl) return;
    const box = await this.page.evaluate<Box>('focusedBefore.getBoundingClientRect().toJSON()');
    // A busy machine can take a screenshot before the page is painted.
    await eventually(() => this.compareFocus(box), { timeoutMs: PAINTED_MS });
  }

  private async compareFocus(box: Box): Promise<void> {
    const focused = await this.screenshot(box);
    // The page can move the focus meanwhile, for example when a dialog closes.
    const hasMoved = await this.page.evaluate<boolean>(
      'document.activeElement !== focusedBefore || focusedBefore.blur()',
    );
    if (hasMoved) return;
    const blurred = await this.screenshot(box);
    const html = await this.page.evaluate<string>(
      '(focusedBefore.focus(), focusedBefore.outerHTML.slice(0, 200))',
    );
    if (focused.equals(blurred)) throw new Error(`The focus of this element is not visible: ${html}`);
  }

  private screenshot({ x, y, width, height }: Box): Promise<Buffer> {
    const left = Math.max(0, x - FOCUS_RING_MARGIN);
    const top = Math.max(0, y - FOCUS_RING_MARGIN);
    const clip = {
      x: left,
      y: top,
      width: width + 2 * FOCUS_RING_MARGIN,
      height: height + 2 * FOCUS_RING_MARGIN,
    };
    return this.page.screenshot({ clip, animations: 'disabled' });
  }
}
