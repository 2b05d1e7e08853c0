import { screen, within } from '@testing-library/react';
import { renderRoute } from '../testing/render-route.js';

/** What stands between the navigation and the footer. */
const main = () => screen.findByRole('main');

describe('the page of a file type', () => {
  it.each([
    ['/docx', 'Share a Word document as a link'],
    ['/pdf', 'Share a PDF as a link'],
    ['/xlsx', 'Share an Excel sheet as a link'],
    ['/pptx', 'Share a PowerPoint as a link'],
  ])('%s offers to share one, without signing up', async (address, title) => {
    renderRoute(address);
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible();
    const page = within(await main());
    expect(page.getByText(/No sign up required!/)).toBeVisible();
    expect(page.getByLabelText('Files to upload')).toBeInTheDocument();
    expect(page.getAllByRole('link').map((link) => link.getAttribute('href'))).toContain('/features');
    expect(page.getAllByRole('heading', { level: 3 })).toHaveLength(8);
  });
});

describe('the features', () => {
  it('are eight', async () => {
    renderRoute('/features');
    expect(await screen.findByRole('heading', { level: 1, name: 'Features' })).toBeVisible();
    expect(within(await main()).getAllByRole('heading', { level: 2 })).toHaveLength(8);
  });
});

describe('terms and privacy', () => {
  it('are two tabs of one page', async () => {
    const { user } = renderRoute('/terms');
    expect(await screen.findByRole('tab', { name: 'Terms of Service' })).toHaveAttribute(
      'aria-selected',
      'true',
    );
    expect(await main()).toHaveTextContent(/refund requests within 24 hours of purchase are accepted/i);
    expect(await main()).toHaveTextContent(/terms 30 days before they take effect/);
    await user.click(screen.getByRole('tab', { name: 'Privacy Policy' }));
    expect(await main()).toHaveTextContent(/encrypted/);
    expect(await main()).toHaveTextContent(/within 24 hours/);
  });
});
