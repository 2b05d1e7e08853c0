import { lazyPage } from './lazy-page.js';
import { preloadPages } from './preload-pages.js';

describe('preloadPages', () => {
  const fetchPage = jest.fn(() => Promise.resolve({ Pricing: () => null }));
  let stop: () => void;

  beforeEach(() => {
    fetchPage.mockClear();
    stop = preloadPages([{ path: 'pricing', ...lazyPage(fetchPage, 'Pricing') }, { path: 'terms' }]);
    document.body.innerHTML =
      '<a href="/pricing"><b>Pricing</b></a> <a href="/terms">Terms</a> <a href="https://example.com/pricing">Else</a>';
  });
  afterEach(() => stop());

  const over = (selector: string, event = 'pointerover') =>
    document.querySelector(selector)!.dispatchEvent(new Event(event, { bubbles: true }));

  it.each(['pointerover', 'focusin'])('loads the page of the link that %s reaches', (event) => {
    over('a[href="/pricing"] b', event);
    expect(fetchPage).toHaveBeenCalledTimes(1);
  });

  it('loads nothing for pages that are there already, other sites, and text', () => {
    over('a[href="/terms"]');
    over('a[href^="https"]');
    over('body');
    expect(fetchPage).not.toHaveBeenCalled();
  });

  it('swallows a failure, which the click shows', async () => {
    fetchPage.mockImplementationOnce(() => Promise.reject(new Error('offline')));
    over('a[href="/pricing"]');
    await expect(fetchPage.mock.results[0]!.value).rejects.toThrow('offline');
  });
});
