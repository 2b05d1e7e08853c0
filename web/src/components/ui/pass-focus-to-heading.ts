import { nextHeading } from './page-heading.js';

/**
 * Ref of a form that goes away once it was answered. If it had the focus, the page's heading gets it: the present one,
 * or the next.
 */
export function passFocusToHeading(form: HTMLElement | null) {
  return () => {
    if (!form?.contains(document.activeElement)) return;
    const present = [...document.querySelectorAll('h1')].find((heading) => !form.contains(heading));
    nextHeading.takesFocus = present === undefined;
    present?.focus({ preventScroll: true });
  };
}
