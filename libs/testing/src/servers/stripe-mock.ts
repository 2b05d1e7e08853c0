import { requireAccessDenied } from './readiness.js';
import { starterOf } from './starter.js';

/**
 * Stripe's own mock server (stripe-mock). Validates calls against Stripe's OpenAPI document, answers with fixtures and
 * stores nothing. `url` is for STRIPE_API_URL.
 */
export const startStripeMock = starterOf(
  {
    name: 'stripe-mock',
    programs: ['stripe-mock'],
    installedBy: 'go install github.com/stripe/stripe-mock',
    command: ({ ports }, [file = '']) => ({ file, args: ['-http-addr', `127.0.0.1:${ports[0]}`] }),
    checkReady: requireAccessDenied,
  },
  (port) => ({ url: `http://127.0.0.1:${port}` }),
);
