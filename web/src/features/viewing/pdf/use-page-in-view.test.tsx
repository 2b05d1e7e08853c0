import { act, renderHook } from '@testing-library/react';
import { usePageInView } from './use-page-in-view.js';

const GAP = 16;

/** A viewer with pages of one height, whose geometry jsdom does not have. */
function viewerOf({ pages, pageHeight, height }: { pages: number; pageHeight: number; height: number }) {
  const view = document.createElement('div');
  for (let number = 1; number <= pages; number += 1) {
    const page = document.createElement('div');
    page.dataset['page'] = String(number);
    Object.defineProperty(page, 'offsetTop', { value: GAP + (number - 1) * (pageHeight + GAP) });
    view.append(page);
  }
  const end = GAP + pages * (pageHeight + GAP) - height;
  Object.defineProperty(view, 'clientHeight', { value: height });
  const { result } = renderHook(() => usePageInView({ current: view }));
  const scroll = (top: number) => {
    const before = view.scrollTop;
    view.scrollTop = Math.min(Math.max(0, top), end);
    if (view.scrollTop !== before) result.current.onScroll();
  };
  view.scrollTo = ((options: ScrollToOptions) => scroll(options.top ?? 0)) as typeof view.scrollTo;
  return {
    page: () => result.current.page,
    scroll: (top: number) => act(() => scroll(top)),
    goTo: (number: number) => act(() => result.current.goTo(number)),
  };
}

describe('usePageInView', () => {
  it('turns pages that are lower than half the viewer one by one, forward and back', () => {
    const viewer = viewerOf({ pages: 8, pageHeight: 180, height: 600 });
    for (const number of [2, 3, 4, 3, 2, 1]) {
      viewer.goTo(number);
      expect(viewer.page()).toBe(number);
    }
  });

  it('turns to pages that cannot reach the top of the viewer', () => {
    const viewer = viewerOf({ pages: 4, pageHeight: 180, height: 600 });
    for (const number of [2, 3, 4, 3]) {
      viewer.goTo(number);
      expect(viewer.page()).toBe(number);
    }
  });

  it('follows the reader who scrolls on after a page was turned', () => {
    const viewer = viewerOf({ pages: 8, pageHeight: 800, height: 600 });
    viewer.goTo(3);
    viewer.scroll(5 * 816);
    expect(viewer.page()).toBe(6);
  });
});
