import type { Locator, Page } from 'playwright-core';

type Place = NonNullable<Awaited<ReturnType<Locator['boundingBox']>>>;

const MOST_STOPS = 60;
/** A focus ring stands outside of what it rings, in CSS pixels. */
const AROUND = 6;

/** A person without a mouse, who must see where they are at every stop. */
export class Keyboard {
  constructor(private readonly page: Page) {}

  /** Goes on with Tab to `target`. @throws when a stop on the way does not look focused, or none is `target` */
  async to(target: Locator): Promise<void> {
    await target.waitFor();
    for (let stop = 0; stop < MOST_STOPS; stop++) {
      await this.expectToLookFocused();
      if ((await target.and(this.page.locator(':focus')).count()) > 0) return;
      await this.page.keyboard.press('Tab');
    }
    throw new Error(`Tab does not lead to ${String(target)} on ${this.page.url()}`);
  }

  /** Goes to `target` and presses `key` there. */
  async press(target: Locator, key = 'Enter'): Promise<void> {
    await this.to(target);
    await this.page.keyboard.press(key);
  }

  /** Goes to a field and types into it, in place of what stands there. */
  async type(field: Locator, text: string): Promise<void> {
    await this.to(field);
    await this.page.keyboard.press('ControlOrMeta+A');
    await this.page.keyboard.type(text);
  }

  /** The text, or the label, of what has the focus. */
  async focused(): Promise<string> {
    return this.page.evaluate(
      "((element) => element?.getAttribute('aria-label') ?? element?.textContent ?? '')(document.activeElement)",
    );
  }

  private async expectToLookFocused(): Promise<void> {
    // The page itself, and a heading that it puts the reader at, are no controls.
    const isControl = await this.page.evaluate<boolean>('document.activeElement.tabIndex >= 0');
    if (!isControl) return;
    const place = await this.page.locator(':focus').boundingBox();
    if (!place) return;
    const focused = await this.look(place);
    await this.page.evaluate('(globalThis.focusedBefore = document.activeElement).blur()');
    const blurred = await this.look(place);
    const html = await this.page.evaluate<string>(
      '(focusedBefore.focus(), focusedBefore.outerHTML.slice(0, 200))',
    );
    if (focused.equals(blurred)) throw new Error(`Nothing shows that this is focused: ${html}`);
  }

  private look({ x, y, width, height }: Place): Promise<Buffer> {
    const left = Math.max(0, x - AROUND);
    const top = Math.max(0, y - AROUND);
    const clip = { x: left, y: top, width: width + 2 * AROUND, height: height + 2 * AROUND };
    return this.page.screenshot({ clip, animations: 'disabled' });
  }
}
