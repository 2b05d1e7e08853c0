import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { aUser } from '../testing/builders.js';
import { renderRoute } from '../testing/render-route.js';
import { refusal, server } from '../testing/server.js';

const settings = {
  firstView: true,
  everyView: false,
  dailySummary: false,
  limitUsedUp: true,
  unopenedBeforeExpiry: true,
  filesReceived: true,
};
const webhook = {
  id: '0c6f2f6e-9a9d-4c3b-8f0e-5d8b2a7c1e44',
  url: 'https://hooks.example.org/waybill',
  events: ['upload.finished'],
  isActive: true,
  disabledAt: null,
  createdAt: '2026-11-01T00:00:00.000Z',
};

describe('the notifications tab', () => {
  it('switches one kind of mail on, and back where that fails', async () => {
    const sent: unknown[] = [];
    server.use(
      http.get('/api/user/notifications', () => HttpResponse.json(settings)),
      http.put('/api/user/notifications', async ({ request }) => {
        sent.push(await request.json());
        return sent.length === 1
          ? HttpResponse.json({ ...settings, everyView: true })
          : refusal(503, 'server.unavailable', 'Waybill is briefly unavailable');
      }),
    );
    const { user } = renderRoute('/account?tab=notifications', { as: aUser() });
    const every = await screen.findByRole('switch', { name: /Every view/ });
    expect(every).not.toBeChecked();
    await user.click(every);
    expect(every).toBeChecked();
    await user.click(screen.getByRole('switch', { name: /First view/ }));
    expect(await screen.findByText(/briefly unavailable/)).toBeInTheDocument();
    expect(screen.getByRole('switch', { name: /First view/ })).toBeChecked();
    expect(sent).toEqual([{ everyView: true }, { firstView: false }]);
  });

  it('keeps a change that was saved while older settings were on their way', async () => {
    let saved = settings;
    let answerLate: () => void = () => undefined;
    let isLate = false;
    server.use(
      http.get('/api/user/notifications', async () => {
        const answer = HttpResponse.json(saved);
        if (isLate) await new Promise<void>((resolve) => (answerLate = resolve));
        return answer;
      }),
      http.put('/api/user/notifications', async ({ request }) => {
        saved = { ...saved, ...((await request.json()) as object) };
        return HttpResponse.json(saved);
      }),
    );
    const { user, store } = renderRoute('/account?tab=notifications', { as: aUser() });
    await screen.findByRole('switch', { name: /Every view/ });
    await user.click(screen.getByRole('tab', { name: 'Account' }));
    isLate = true;
    await user.click(screen.getByRole('tab', { name: 'Notifications' }));
    await user.click(await screen.findByRole('switch', { name: /Every view/ }));
    await waitFor(() => expect(saved.everyView).toBe(true));
    isLate = false;
    answerLate();
    const queries = () => JSON.stringify(store.getState().api.queries);
    await waitFor(() => expect(queries()).not.toContain('"pending"'));
    expect(screen.getByRole('switch', { name: /Every view/ })).toBeChecked();
  });
});

describe('the page that stops mails', () => {
  it('stops one kind on a click, and not before', async () => {
    const posted: string[] = [];
    server.use(
      http.post('/api/notifications/unsubscribe', ({ request }) => {
        posted.push(new URL(request.url).search);
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const { user } = renderRoute('/unsubscribe?key=abc&kind=everyView');
    const button = await screen.findByRole('button', { name: 'Stop these mails' });
    expect(posted).toEqual([]);
    await user.click(button);
    expect(await screen.findByText('You get no more of these mails')).toBeInTheDocument();
    expect(posted).toEqual(['?key=abc&kind=everyView']);
  });
});

describe('the webhooks tab', () => {
  it('creates a webhook and shows its secret once', async () => {
    server.use(
      http.get('/api/webhooks', () => HttpResponse.json([])),
      http.post('/api/webhooks', () =>
        HttpResponse.json({ ...webhook, secret: 'whsec_shown-once' }, { status: 201 }),
      ),
    );
    const { user } = renderRoute('/account?tab=webhooks', { as: aUser() });
    expect(await screen.findByText('You have no webhooks.')).toBeInTheDocument();
    await user.type(screen.getByLabelText('Address of a new webhook'), webhook.url);
    await user.click(screen.getByRole('button', { name: 'Create webhook' }));
    expect(await screen.findByDisplayValue('whsec_shown-once')).toBeInTheDocument();
  });

  const delivery = {
    id: '4f7be1a5-62a4-4f9f-8a55-0d6f0f0e6a77',
    type: 'upload.finished',
    status: 'failed',
    attempts: 3,
    responseStatus: 500,
    error: 'Answered with 500',
    createdAt: '2026-11-01T00:00:00.000Z',
    lastAttemptAt: null,
    nextAttemptAt: null,
    deliveredAt: null,
    body: '{}',
  };

  it('says that older deliveries could not be loaded, and loads them at the next click', async () => {
    let isDown = true;
    const id = '5f7be1a5-62a4-4f9f-8a55-0d6f0f0e6a77';
    server.use(
      http.get('/api/webhooks', () => HttpResponse.json([webhook])),
      http.get(`/api/webhooks/${webhook.id}/deliveries`, ({ request }) => {
        if (!new URL(request.url).searchParams.has('cursor'))
          return HttpResponse.json([delivery], { headers: { 'x-next-cursor': 'next' } });
        return isDown ? HttpResponse.error() : HttpResponse.json([{ ...delivery, id, attempts: 7 }]);
      }),
    );
    const { user } = renderRoute('/account?tab=webhooks', { as: aUser() });
    await user.click(await screen.findByRole('button', { name: 'Show deliveries' }));
    const older = await screen.findByRole('button', { name: 'Show older deliveries' });
    await user.click(older);
    expect(await screen.findByRole('alert')).toHaveTextContent('That did not work. Please try again.');
    isDown = false;
    await user.click(older);
    expect(await screen.findByText(/7 attempts/)).toBeVisible();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('shows deliveries with their answers, and resends one', async () => {
    const resent: string[] = [];
    server.use(
      http.get('/api/webhooks', () => HttpResponse.json([webhook])),
      http.get(`/api/webhooks/${webhook.id}/deliveries`, () => HttpResponse.json([delivery])),
      http.post(`/api/webhooks/${webhook.id}/deliveries/${delivery.id}/resend`, ({ request }) => {
        resent.push(request.url);
        return HttpResponse.json({ ...delivery, status: 'pending' }, { status: 202 });
      }),
    );
    const { user } = renderRoute('/account?tab=webhooks', { as: aUser() });
    await user.click(await screen.findByRole('button', { name: 'Show deliveries' }));
    const list = within(await screen.findByRole('list', { name: 'Deliveries' }));
    expect(list.getByText(/3 attempts · answer 500/)).toBeInTheDocument();
    await user.click(list.getByRole('button', { name: /^Resend upload.finished/ }));
    expect(resent).toHaveLength(1);
  });
});
