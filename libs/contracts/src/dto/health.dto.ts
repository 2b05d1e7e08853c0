import { z } from 'zod';

export const componentStatusSchema = z.enum(['ok', 'down']);

/** GET /api/health. */
export const healthSchema = z.object({
  status: z.enum(['ok', 'degraded']),
  components: z.record(z.string(), componentStatusSchema),
});
export type Health = z.infer<typeof healthSchema>;
