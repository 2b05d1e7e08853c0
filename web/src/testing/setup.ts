import '@testing-library/jest-dom';
import { notifications } from '@mantine/notifications';
import { LOGIN_HINT_COOKIE } from '@waybill/contracts';
import { cleanup, configure } from '@testing-library/react';
import { server } from './server.js';

/** Browser APIs that jsdom lacks. */
Object.assign(window, {
  matchMedia: (media: string) => ({
    matches: false,
    media,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }),
  ResizeObserver: class {
    observe() {}
    unobserve() {}
    disconnect() {}
  },
  scrollTo: () => undefined,
});
window.HTMLElement.prototype.scrollIntoView = () => undefined;
Object.assign(navigator, { sendBeacon: () => true });

// Long, because the first test of a run also waits for the compilation of its page.
configure({ asyncUtilTimeout: 20_000, getElementError: shortError });

/** Shortens error messages of queries, which otherwise print the whole page. */
function shortError(message: string | null): Error {
  return new Error(
    `${message ?? ''}\n\nThe page says: ${document.querySelector('main')?.textContent ?? 'nothing'}`,
  );
}

/** Removes what a test leaves in its window, because files share one (load-tests.ts). */
function resetWindow(): void {
  window.localStorage.clear();
  window.sessionStorage.clear();
  window.history.replaceState(null, '', '/');
  document.head.innerHTML = '';
  document.body.innerHTML = '';
  for (const cookie of document.cookie.split('; '))
    document.cookie = `${cookie.split('=', 1)[0]}=; Max-Age=0`;
}

beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));

// Sets the login hint, so that the client asks the server for the user in every test.
beforeEach(() => {
  document.cookie = `${LOGIN_HINT_COOKIE}=1`;
});

afterEach(() => {
  cleanup();
  jest.restoreAllMocks();
  notifications.clean();
  server.resetHandlers();
  resetWindow();
});

afterAll(() => server.close());
