import '@testing-library/jest-dom';
import { notifications } from '@mantine/notifications';
import { LOGIN_HINT_COOKIE } from '@waybill/contracts';
import { cleanup, configure } from '@testing-library/react';
import { server } from './server.js';

/** What Mantine asks of a browser and jsdom has not. */
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

// The first page of a run is compiled while its test waits for it.
configure({ asyncUtilTimeout: 5_000, getElementError: shortError });

/** What was looked for, without printing the whole page. */
function shortError(message: string | null): Error {
  return new Error(
    `${message ?? ''}\n\nThe page says: ${document.querySelector('main')?.textContent ?? 'nothing'}`,
  );
}

beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));

// Who is signed in is for the server to say, which each test sets up.
beforeEach(() => {
  document.cookie = `${LOGIN_HINT_COOKIE}=1`;
});

afterEach(() => {
  cleanup();
  jest.restoreAllMocks();
  notifications.clean();
  server.resetHandlers();
  window.localStorage.clear();
  window.sessionStorage.clear();
});

afterAll(() => server.close());
