import { preloadPages } from './preload-pages.js';

describe('preloadPages', () => {
  const lazy = jest.fn(() => Promise.resolve({}));
  let stop: () => void;

  beforeEach(() => {
    lazy.mockClear();
    stop = preloadPages([{ path: 'pricing', lazy }, { path: 'terms' }]);
    document.body.innerHTML =
      '<a href="/pricing"><b>Pricing</b></a> <a href="/terms">Terms</a> <a href="https://example.com/pricing">Else</a>';
  });
  afterEach(() => stop());

  const over = (selector: string, event = 'pointerover') =>
    document.querySelector(selector)!.dispatchEvent(new Event(event, { bubbles: true }));

  it.each(['pointerover', 'focusin'])('loads the page of the link that %s reaches', (event) => {
    over('a[href="/pricing"] b', event);
    expect(lazy).toHaveBeenCalledTimes(1);
  });

  it('loads nothing for pages that are there already, other sites, and text', () => {
    over('a[href="/terms"]');
    over('a[href^="https"]');
    over('body');
    expect(lazy).not.toHaveBeenCalled();
  });

  it('swallows a failure, which the click shows', async () => {
    lazy.mockImplementationOnce(() => Promise.reject(new Error('offline')));
    over('a[href="/pricing"]');
    await expect(lazy.mock.results[0]!.value).rejects.toThrow('offline');
  });
});
