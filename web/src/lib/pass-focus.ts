/**
 * Ref of an element with `tabIndex={-1}` that replaces another one. Takes the focus if it was in the other one, or in
 * nothing: without that the keyboard would start from the top of the page.
 */
export function takeLostFocus(element: HTMLElement | null): void {
  if (document.activeElement?.contains(element)) element?.focus({ preventScroll: true });
}

/**
 * Ref of a row of a list. A row that is removed after it had the focus passes it to the closest element around it with
 * `tabIndex={-1}`. Without that the focus would fall to the page.
 */
export function passFocusToList(row: HTMLElement | null) {
  let hasFocus = false;
  row?.addEventListener('focusin', () => (hasFocus = true));
  // A window that loses the focus takes it from the row for a while, and not to another element.
  row?.addEventListener('focusout', ({ relatedTarget }) => (hasFocus &&= relatedTarget === null));
  return () => {
    const { activeElement, body } = document;
    if (!row || !hasFocus || (activeElement !== body && !row.contains(activeElement))) return;
    row.parentElement?.closest<HTMLElement>('[tabindex="-1"]')?.focus({ preventScroll: true });
  };
}
