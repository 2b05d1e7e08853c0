import { z } from 'zod';

/** Settings of webhooks. */
export const webhooksEnv = {
  WEBHOOK_PRIVATE_NETWORKS: z
    .enum(['refuse', 'allow'], { error: 'must be refuse or allow' })
    .default('refuse'),
};
