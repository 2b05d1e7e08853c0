import { screen, waitFor } from '@testing-library/react';
import { renderRoute } from '../testing/render-route.js';
import { server } from '../testing/server.js';
import { TusServer } from '../testing/tus-server.js';

const report = () => new File(['hello'], 'report.pdf', { type: 'application/pdf' });

/** Takes an upload that never ends. */
function takeUpload(): void {
  const tus = new TusServer([]);
  tus.instead = () => new Promise<never>(() => undefined);
  server.use(...tus.handlers);
}

describe('leaving a page during an upload', () => {
  it('asks before the tab is closed during an upload', async () => {
    takeUpload();
    const { user } = renderRoute('/');
    const close = () => {
      const event = new Event('beforeunload', { cancelable: true });
      window.dispatchEvent(event);
      return event.defaultPrevented;
    };
    expect(close()).toBe(false);
    await user.upload(await screen.findByLabelText('Files to upload'), report());
    await screen.findByRole('button', { name: 'Pause report.pdf' });
    expect(close()).toBe(true);
  });

  it('asks before a link to another page stops an upload, and goes on where the visitor stays', async () => {
    takeUpload();
    const ask = jest.spyOn(window, 'confirm').mockReturnValue(false);
    const { user, address } = renderRoute('/');
    await user.upload(await screen.findByLabelText('Files to upload'), report());
    await screen.findByRole('button', { name: 'Pause report.pdf' });
    await user.click(screen.getByRole('link', { name: 'Skip to content' }));
    expect(ask).not.toHaveBeenCalled();
    const [link] = screen.getAllByRole('link', { name: 'Pricing' });
    await user.click(link!);
    expect(ask).toHaveBeenCalledWith('Files are still being sent. Stop the upload and leave this page?');
    expect(address().pathname).toBe('/');
    expect(screen.getByText('Uploading 1 file')).toBeVisible();
    ask.mockReturnValue(true);
    await user.click(link!);
    expect(address().pathname).toBe('/pricing');
    await waitFor(() => expect(screen.queryByText('Uploading 1 file')).not.toBeInTheDocument());
    await user.click(screen.getAllByRole('link', { name: 'Features' })[0]!);
    expect(ask).toHaveBeenCalledTimes(2);
  });
});
