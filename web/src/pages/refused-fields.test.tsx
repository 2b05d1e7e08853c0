import { screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { aUser } from '../testing/builders.js';
import { renderRoute } from '../testing/render-route.js';
import { refusal, server } from '../testing/server.js';

describe('a refused form', () => {
  it('focuses the first of the fields of a form that the server refuses', async () => {
    const errors = [
      { field: 'password', message: 'Too common' },
      { field: 'email', message: 'This domain gets no mail' },
    ];
    server.use(http.post('/api/signup', () => refusal(400, 'request.invalid', 'Invalid', errors)));
    const { user } = renderRoute('/signup');
    await user.type(await screen.findByLabelText('Full Name'), 'Ada');
    await user.type(screen.getByLabelText('Email address'), 'ada@example.com');
    await user.type(screen.getByLabelText('Password'), 'secret words');
    await user.type(screen.getByLabelText('Confirm Password'), 'secret words');
    await user.click(screen.getByRole('checkbox'));
    await user.click(screen.getByRole('button', { name: 'Sign Up' }));
    expect(await screen.findByText('Too common')).toBeVisible();
    const email = screen.getByLabelText('Email address');
    expect(email).toHaveFocus();
    expect(email).toHaveAccessibleDescription('This domain gets no mail');
  });

  it('focuses and announces a code of the log-in that the server refuses', async () => {
    server.use(http.post('/api/login', () => refusal(401, 'auth.code-required', 'Please enter the code')));
    const { user } = renderRoute('/login');
    await user.type(await screen.findByLabelText('Email'), 'ada@example.com');
    await user.type(screen.getByLabelText('Password'), 'secret words{Enter}');
    await user.type(await screen.findByLabelText('Code'), '123456');
    server.use(http.post('/api/login', () => refusal(401, 'auth.incorrect-code', 'Incorrect code')));
    await user.click(screen.getByRole('button', { name: 'Log In' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Incorrect code');
    expect(screen.getByLabelText('Code')).toHaveFocus();
  });

  it('announces a password for two-step log-in that the server refuses', async () => {
    server.use(
      http.get('/api/user/sessions', () => HttpResponse.json([])),
      http.post('/api/user/totp', () => refusal(400, 'auth.wrong-current-password', 'Incorrect password')),
    );
    const { user } = renderRoute('/account?tab=security', { as: aUser() });
    await user.type(await screen.findByLabelText('Your password'), 'secret words');
    await user.click(screen.getByRole('button', { name: 'Set up two-step log-in' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Incorrect password');
  });
});
