import { useLayoutEffect, useRef } from 'react';

const FOCUSABLE = 'a[href], button:not([disabled]), input, [tabindex]';

/**
 * Ref of a list with a button that shows more rows, and a function to call when it is pressed. The first new row takes
 * the focus, because the button moves below it or goes away. `count`: of the shown rows.
 */
export function useNewRowFocus<T extends HTMLElement = HTMLDivElement>(count: number) {
  const list = useRef<T>(null);
  const pressed = useRef<{ readonly button: Element | null; readonly lastRow: Element } | null>(null);
  useLayoutEffect(() => {
    const { button, lastRow } = pressed.current ?? {};
    const row = nextRow(lastRow);
    if (!row) return;
    pressed.current = null;
    const { activeElement: active, body } = document;
    // Not if the user went on while the rows were fetched.
    if (active === body || active === button) focusIn(row);
  }, [count]);
  const followRows = () => {
    const lastRow = list.current?.lastElementChild;
    pressed.current = lastRow ? { button: document.activeElement, lastRow } : null;
  };
  return [list, followRows] as const;
}

/** Mantine puts styles between rows. */
function nextRow(row: Element | undefined): Element | null {
  let next = row?.nextElementSibling ?? null;
  while (next?.tagName === 'STYLE') next = next.nextElementSibling;
  return next;
}

function focusIn(row: Element): void {
  const target = row.matches(FOCUSABLE) ? row : row.querySelector(FOCUSABLE);
  if (target instanceof HTMLElement) target.focus({ preventScroll: true });
}
