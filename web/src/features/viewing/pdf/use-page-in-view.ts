import { type RefObject, useCallback, useState } from 'react';

/**
 * Tracks the page in the middle of the viewport, and scrolls to another one. Pages are elements with `data-page`.
 */
export function usePageInView(scroller: RefObject<HTMLElement | null>) {
  const [page, setPage] = useState(1);

  const onScroll = useCallback(() => {
    const view = scroller.current;
    if (!view) return;
    const middle = view.scrollTop + view.clientHeight / 2;
    setPage(pagesOf(view).findLast((element) => element.offsetTop <= middle)?.number ?? 1);
  }, [scroller]);

  const goTo = useCallback(
    (number: number) => {
      const view = scroller.current;
      const target = view && pagesOf(view).find((element) => element.number === number);
      if (target) view.scrollTo({ top: target.offsetTop - 16 });
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
