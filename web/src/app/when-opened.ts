/** Not in the types of TypeScript's DOM library. Missing in browsers that render nothing in advance. */
type PrerenderedDocument = Document & { readonly prerendering?: boolean };

/**
 * Calls `start` once somebody opens the page: immediately or, for a page that the browser renders in advance, later.
 * Before that, its requests have `Sec-Purpose: prefetch` and count as those of a machine. A link with a limit would
 * refuse them the bytes, and its visitor would see the failure.
 */
export function whenOpened(start: () => void): void {
  if ((document as PrerenderedDocument).prerendering)
    document.addEventListener('prerenderingchange', start, { once: true });
  else start();
}
