import { screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { aBundle, aUser, FILE_ID } from '../testing/builders.js';
import { renderRoute } from '../testing/render-route.js';
import { server } from '../testing/server.js';

const { id: BUNDLE_ID } = aBundle();
const created = { id: '0d5a0c9e-7a51-4f0c-9a67-0a1f6f0b7c11', createdAt: '2026-11-01T00:00:00.000Z' };

/** An answer that is held back. `release` sends it. */
function held<T>(answer: () => T) {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  return { answer: () => released.then(answer), release: () => release() };
}

/** Opens the share page of a bundle of one file, whose next change is answered on request. */
function openBundle() {
  const file = { id: FILE_ID, originalName: 'Terms.csv', path: 'Terms.csv', size: 8, mimeType: 'text/csv' };
  let bundle = aBundle({ files: [{ ...file, preview: 'text', hasThumbnail: false }] });
  const { answer, release } = held(() => HttpResponse.json(bundle));
  server.use(
    http.get('/api/files', () => HttpResponse.json([])),
    http.get(`/api/bundles/${BUNDLE_ID}`, () => HttpResponse.json(bundle)),
    http.put(`/api/bundles/${BUNDLE_ID}`, async ({ request }) => {
      const { files, name = bundle.name } = (await request.json()) as {
        files?: { path: string }[];
        name?: string;
      };
      const [before] = bundle.files;
      bundle = { ...bundle, name, files: [{ ...before!, path: files?.[0]?.path ?? before!.path }] };
      return answer();
    }),
  );
  return { ...renderRoute(`/b/${BUNDLE_ID}/share`, { as: aUser() }), release };
}

describe('a form that is edited while its last submission is pending', () => {
  it('keeps what is changed in the files of a bundle while they are saved', async () => {
    const { user, release } = openBundle();
    const path = await screen.findByLabelText('Path of Terms.csv');
    await user.type(path, '.txt');
    await user.click(screen.getByRole('button', { name: 'Save files' }));
    await user.type(path, '.bak');
    release();
    expect(await screen.findByText('Files saved')).toBeVisible();
    expect(path).toHaveValue('Terms.csv.txt.bak');
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(path).toHaveValue('Terms.csv.txt');
  });

  it('keeps what is typed into the settings of a bundle while they are saved', async () => {
    const { user, release } = openBundle();
    const name = await screen.findByLabelText('Name');
    await user.type(name, ' 2026');
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    await user.type(name, ', part 2');
    await user.click(screen.getByRole('switch', { name: 'Password protection' }));
    await user.type(screen.getByLabelText('Password'), 'open sesame');
    release();
    expect(await screen.findByText('Settings saved')).toBeVisible();
    expect(name).toHaveValue('Offer 2026, part 2');
    expect(screen.getByLabelText('Password')).toHaveValue('open sesame');
  });

  it('keeps the next recipient who is typed while a link is mailed', async () => {
    const { answer, release } = held(() => HttpResponse.json({ message: 'The link was sent.' }));
    const { user } = openBundle();
    server.use(http.post(`/api/share/email/${BUNDLE_ID}`, answer));
    const name = await screen.findByLabelText('Recipient’s name');
    const email = screen.getByLabelText('Recipient’s email');
    await user.type(name, 'Grace');
    await user.type(email, 'grace@example.com');
    await user.click(screen.getByRole('button', { name: 'Send email' }));
    await user.clear(name);
    await user.type(name, 'Ada');
    release();
    expect(await screen.findByText('The link was sent.')).toBeVisible();
    expect(name).toHaveValue('Ada');
    expect(email).toHaveValue('');
  });

  it('keeps the name of the next access token that is typed while one is created', async () => {
    const token = { ...created, name: 'CI', scopes: ['upload'], expiresAt: null, lastUsedAt: null };
    const { answer, release } = held(() => HttpResponse.json({ ...token, token: 'wb_1' }, { status: 201 }));
    server.use(
      http.get('/api/user/sessions', () => HttpResponse.json([])),
      http.post('/api/tokens', answer),
    );
    const { user } = renderRoute('/account?tab=security', { as: aUser() });
    const name = await screen.findByLabelText('Name of a new token');
    await user.type(name, 'CI{Enter}');
    await user.type(name, ' 2');
    release();
    expect(await screen.findByDisplayValue('wb_1')).toBeVisible();
    expect(name).toHaveValue('CI 2');
  });

  it('keeps the address of the next webhook that is typed while one is created', async () => {
    const webhook = { ...created, url: 'https://a.example', events: [], isActive: true, disabledAt: null };
    const { answer, release } = held(() =>
      HttpResponse.json({ ...webhook, secret: 'whsec_1' }, { status: 201 }),
    );
    server.use(
      http.get('/api/webhooks', () => HttpResponse.json([])),
      http.post('/api/webhooks', answer),
    );
    const { user } = renderRoute('/account?tab=webhooks', { as: aUser() });
    const address = await screen.findByLabelText('Address of a new webhook');
    await user.type(address, 'https://a.example{Enter}');
    await user.type(address, '/b');
    release();
    expect(await screen.findByDisplayValue('whsec_1')).toBeVisible();
    expect(address).toHaveValue('https://a.example/b');
  });
});
