import { waitFor } from '@testing-library/react';
import { showFailureToast } from './toast.js';

const mockCode = { isMissing: true, show: jest.fn() };

jest.mock('@mantine/notifications', () => {
  if (mockCode.isMissing) throw new TypeError('Failed to fetch dynamically imported module');
  return { notifications: { show: mockCode.show, clean: () => undefined } };
});

it('shows a message whose code could not be loaded offline once the browser is online again', async () => {
  const listen = jest.spyOn(window, 'addEventListener');
  showFailureToast('The file could not be deleted');
  await waitFor(() => expect(listen.mock.calls.map(([type]) => type)).toContain('online'));
  mockCode.isMissing = false;
  window.dispatchEvent(new Event('online'));
  await waitFor(() => expect(mockCode.show).toHaveBeenCalledTimes(1));
  expect(mockCode.show.mock.lastCall).toMatchObject([{ message: 'The file could not be deleted' }]);
});
