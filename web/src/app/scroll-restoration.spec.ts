import type { NavigateFunction } from 'react-router-dom';
import { timings } from '../lib/timings.js';

const KEY = 'waybill.scroll';

/** Height of the page below the first screen, which limits how far it can be scrolled. */
let height = 0;
let onResize: () => void = () => undefined;

class FakeResizeObserver {
  constructor(callback: () => void) {
    onResize = callback;
  }
  observe() {}
  disconnect() {
    onResize = () => undefined;
  }
}

const { ResizeObserver } = window;

beforeEach(() => {
  height = 0;
  Object.assign(window, { scrollY: 0, ResizeObserver: FakeResizeObserver });
  jest.spyOn(window, 'scrollTo').mockImplementation((_left?: unknown, top = 0) => {
    Object.assign(window, { scrollY: Math.min(top, height) });
    window.dispatchEvent(new Event('scroll'));
  });
});

afterEach(() => {
  Object.assign(window, { scrollY: 0, ResizeObserver });
});

/** Makes the page as high as its data need. */
function grow(to: number): void {
  height = to;
  onResize();
}

/** Renders the page / as after a reload, with `stored` in the storage of the tab. `state`: of the history entry. */
async function open(stored: string, state: object | null = { idx: 0 }) {
  window.sessionStorage.setItem(KEY, stored);
  window.history.replaceState(state, '', '/');
  let page: { go: (to: string) => void; back: () => void; close: () => void } | undefined;
  // The module reads the storage when it is loaded. It gets a React of its own, which has to render it.
  await jest.isolateModulesAsync(async () => {
    const { act, createElement } = await import('react');
    const { createRoot } = await import('react-dom/client');
    const { MemoryRouter, useNavigate } = await import('react-router-dom');
    const { ScrollRestoration } = await import('./scroll-restoration.js');
    let navigate: NavigateFunction | undefined;
    function Page() {
      navigate = useNavigate();
      return createElement(ScrollRestoration);
    }
    const root = createRoot(document.createElement('div'));
    act(() => root.render(createElement(MemoryRouter, null, createElement(Page))));
    page = {
      go: (to) => act(() => void navigate?.(to)),
      back: () => act(() => void navigate?.(-1)),
      close: () => act(() => root.unmount()),
    };
  });
  if (!page) throw new Error('Nothing is rendered');
  return page;
}

describe('ScrollRestoration', () => {
  it('restores the stored position of a page', async () => {
    height = 100;
    const { close } = await open('[["default /",40]]');
    expect(window.scrollY).toBe(40);
    close();
  });

  it('begins at the top of a page that is opened anew in a tab that showed it before', async () => {
    height = 100;
    const { close } = await open('[["default /",40]]', null);
    expect(window.scrollY).toBe(0);
    close();
  });

  it.each(['5', '{', '[1]'])(
    'begins without positions where the stored ones are damaged: %s',
    async (stored) => {
      const { close } = await open(stored);
      close();
      expect(window.scrollTo).toHaveBeenCalledTimes(1);
      expect(window.sessionStorage.getItem(KEY)).toBe('[["default /",0]]');
    },
  );

  it('restores the position of a page once its data have made it high enough, and then leaves it alone', async () => {
    const { close } = await open('[["default /",400]]');
    grow(300);
    expect(window.scrollY).toBe(300);
    grow(900);
    expect(window.scrollY).toBe(400);
    window.scrollTo(0, 100);
    grow(1200);
    expect(window.scrollY).toBe(100);
    close();
    expect(window.sessionStorage.getItem(KEY)).toBe('[["default /",100]]');
  });

  it('keeps the position of a page that is left before its data came', async () => {
    const { go, back, close } = await open('[["default /",400]]');
    grow(300);
    go('/other');
    expect(window.scrollY).toBe(0);
    height = 900;
    back();
    expect(window.scrollY).toBe(400);
    close();
  });

  it.each(['wheel', 'pointerdown', 'keydown'])(
    'leaves the position of a page to a user who acts before its data come: %s',
    async (event) => {
      const { close } = await open('[["default /",400]]');
      window.dispatchEvent(new Event(event));
      grow(900);
      expect(window.scrollY).toBe(0);
      close();
    },
  );

  it('gives the position of a page up when its data take too long', async () => {
    jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'setImmediate'] });
    try {
      const { close } = await open('[["default /",400]]');
      jest.advanceTimersByTime(timings.maxScrollWait);
      grow(900);
      expect(window.scrollY).toBe(0);
      close();
    } finally {
      jest.useRealTimers();
    }
  });
});
