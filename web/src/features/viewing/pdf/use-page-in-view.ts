import { type RefObject, useCallback, useRef, useState } from 'react';

/** Browsers round scroll positions, by less than this number of pixels. */
const TOLERANCE = 2;

/**
 * Tracks the page in the middle of the viewport, and scrolls to another one. Pages are elements with `data-page`. A
 * page that was scrolled to stays the current one until the user scrolls on: a low page never reaches the middle.
 */
export function usePageInView(scroller: RefObject<HTMLElement | null>) {
  const [page, setPage] = useState(1);
  const goal = useRef<{ readonly number: number; readonly scrollTop: number } | null>(null);

  const onScroll = useCallback(() => {
    const view = scroller.current;
    if (!view) return;
    if (goal.current && Math.abs(view.scrollTop - goal.current.scrollTop) <= TOLERANCE) return;
    goal.current = null;
    const middle = view.scrollTop + view.clientHeight / 2;
    setPage(pagesOf(view).findLast((element) => element.offsetTop <= middle)?.number ?? 1);
  }, [scroller]);

  const goTo = useCallback(
    (number: number) => {
      const view = scroller.current;
      const target = view && pagesOf(view).find((element) => element.number === number);
      if (!target) return;
      view.scrollTo({ top: target.offsetTop - 16 });
      // Read the position again, because it ends at that of the last page.
      goal.current = { number, scrollTop: view.scrollTop };
      setPage(number);
    },
    [scroller],
  );

  return { page, onScroll, goTo };
}

function pagesOf(view: HTMLElement): Array<{ number: number; offsetTop: number }> {
  return [...view.querySelectorAll<HTMLElement>('[data-page]')].map((element) => ({
    number: Number(element.dataset.page),
    offsetTop: element.offsetTop,
  }));
}
