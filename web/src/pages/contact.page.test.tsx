import { screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { renderRoute } from '../testing/render-route.js';
import { server } from '../testing/server.js';

const form = { name: 'Ada', email: 'ada@example.com', subject: 'Hello', message: 'A word' };

async function fillIn(user: ReturnType<typeof renderRoute>['user']) {
  await user.type(await screen.findByLabelText('Name'), form.name);
  await user.type(screen.getByLabelText('Email'), form.email);
  await user.type(screen.getByLabelText('Subject'), form.subject);
  await user.type(screen.getByLabelText('Message'), form.message);
  await user.click(screen.getByRole('button', { name: 'Send message' }));
}

describe('the contact page', () => {
  it('sends all four fields and shows the answer in their place', async () => {
    const sent: unknown[] = [];
    server.use(
      http.post('/api/contact', async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.json({ message: 'Thank you.' }, { status: 202 });
      }),
    );
    const { user } = renderRoute('/contact');
    await fillIn(user);
    expect(await screen.findByText('Thank you.')).toBeVisible();
    expect(sent).toEqual([form]);
    expect(screen.queryByLabelText('Message')).not.toBeInTheDocument();
  });

  it('requires all four fields', async () => {
    const { user } = renderRoute('/contact');
    await user.click(await screen.findByRole('button', { name: 'Send message' }));
    for (const field of ['Name', 'Email', 'Subject', 'Message']) {
      expect(await screen.findByText(`${field} is required`)).toBeVisible();
    }
  });

  it('shows an alert on failure and keeps the input', async () => {
    server.use(http.post('/api/contact', () => HttpResponse.error()));
    const { user } = renderRoute('/contact');
    await fillIn(user);
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'There was an error sending your message. Please try again.',
    );
    expect(screen.getByLabelText('Message')).toHaveValue('A word');
  });
});
