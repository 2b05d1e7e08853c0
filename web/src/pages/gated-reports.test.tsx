import { screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { aBundle, FILE_ID } from '../testing/builders.js';
import { renderRoute } from '../testing/render-route.js';
import { refusal, server } from '../testing/server.js';

const BUNDLE_ID = aBundle().id;

it.each([
  ['files', FILE_ID, `/${FILE_ID}`, 'Report this file'],
  ['bundles', BUNDLE_ID, `/b/${BUNDLE_ID}`, 'Report these files'],
  ['links', 'plan', '/l/plan', 'Report this file'],
])(
  'visitors can report what a password protects, without the password: %s',
  async (kind, id, path, label) => {
    const needs = { password: true, email: false, code: false };
    let hasReport = false;
    server.use(
      http.get('/api/links/plan', () =>
        HttpResponse.json({ needs, target: null, allowDownload: true, isOpened: false }),
      ),
      http.get(`/api/${kind}/${id}`, () => refusal(401, 'files.password-required', 'Protected')),
      http.post(`/api/${kind}/${id}/report`, () => {
        hasReport = true;
        return HttpResponse.json({ message: 'Thank you.' }, { status: 202 });
      }),
    );
    const { user } = renderRoute(path);
    expect(await screen.findByLabelText('Password')).toBeVisible();
    await user.click(await screen.findByRole('button', { name: label }));
    expect(await screen.findByRole('region', { name: label })).toBeVisible();
    await user.selectOptions(await screen.findByLabelText('Reason'), 'phishing');
    await user.click(screen.getByRole('button', { name: 'Send report' }));
    expect(await screen.findByText('Thank you.')).toBeVisible();
    expect(hasReport).toBe(true);
  },
);
