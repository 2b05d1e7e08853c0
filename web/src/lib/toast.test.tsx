import { waitFor } from '@testing-library/react';
import { showFailureToast } from './toast.js';

const mockCode = { isMissing: true, show: jest.fn() };

jest.mock('@mantine/notifications', () => {
  if (mockCode.isMissing) throw new TypeError('Failed to fetch dynamically imported module');
  return { notifications: { show: mockCode.show, clean: () => undefined } };
});

const plain = () => document.querySelector('[role=alert]');

it('shows a message whose code cannot be loaded, such as offline, immediately and without it', async () => {
  showFailureToast('The file could not be deleted', 50);
  await waitFor(() => expect(plain()).toHaveTextContent('The file could not be deleted'));
  await waitFor(() => expect(plain()).not.toBeInTheDocument());
  mockCode.isMissing = false;
  showFailureToast('The file could not be deleted');
  await waitFor(() => expect(mockCode.show).toHaveBeenCalledTimes(1));
  expect(mockCode.show.mock.lastCall).toMatchObject([{ message: 'The file could not be deleted' }]);
});
