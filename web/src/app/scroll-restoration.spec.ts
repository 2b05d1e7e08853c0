const KEY = 'waybill.scroll';

/** Opens the page / with `stored` in the storage of the tab. Returns the scroll positions that were set. */
async function positionsWith(stored: string): Promise<unknown[][]> {
  window.sessionStorage.setItem(KEY, stored);
  const scrollTo = jest.spyOn(window, 'scrollTo').mockReturnValue();
  // The module reads the storage when it is loaded. It gets a React of its own, which has to render it.
  await jest.isolateModulesAsync(async () => {
    const { act, createElement } = await import('react');
    const { createRoot } = await import('react-dom/client');
    const { MemoryRouter } = await import('react-router-dom');
    const { ScrollRestoration } = await import('./scroll-restoration.js');
    const root = createRoot(document.createElement('div'));
    act(() => root.render(createElement(MemoryRouter, null, createElement(ScrollRestoration))));
    act(() => root.unmount());
  });
  return scrollTo.mock.calls;
}

describe('ScrollRestoration', () => {
  afterEach(() => jest.restoreAllMocks());

  it('restores the stored position of a page', async () => {
    expect(await positionsWith('[["default /",40]]')).toEqual([[0, 40]]);
  });

  it.each(['5', '{', '[1]'])(
    'begins without positions where the stored ones are damaged: %s',
    async (stored) => {
      expect(await positionsWith(stored)).toEqual([[0, 0]]);
      expect(window.sessionStorage.getItem(KEY)).toBe('[["default /",0]]');
    },
  );
});
