import { askWithoutKeys } from './probes.js';
import { starterOf } from './starter.js';

/**
 * Stripe's own mock of its API: it checks every call against Stripe's description of the API and answers with
 * fixtures. It keeps nothing. `url` is for STRIPE_API_URL.
 */
export const startStripeMock = starterOf(
  {
    name: 'stripe-mock',
    programs: ['stripe-mock'],
    installedBy: 'go install github.com/stripe/stripe-mock',
    command: ({ ports }, [file = '']) => ({ file, args: ['-http-addr', `127.0.0.1:${ports[0]}`] }),
    answers: askWithoutKeys,
  },
  (port) => ({ url: `http://127.0.0.1:${port}` }),
);
