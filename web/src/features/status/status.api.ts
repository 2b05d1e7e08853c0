import { type Health, healthSchema } from '@waybill/contracts';
import { api } from '../../lib/api/api.js';

/** Result of one health check. `responseMs`: response time seen by the browser. */
export interface HealthCheck {
  readonly status: Health['status'];
  readonly components: Health['components'];
  readonly checkedAt: string;
  readonly responseMs: number;
}

const statusApi = api.injectEndpoints({
  endpoints: (build) => ({
    checkHealth: build.query<HealthCheck, void>({
      async queryFn(_nothing, _store, _options, request) {
        const startedAt = performance.now();
        // A 503 response also has a body that names the failed component.
        const answer = await request({
          url: 'health',
          validateStatus: (response) => response.ok || response.status === 503,
        });
        const health = healthSchema.safeParse(answer.data).data;
        return {
          data: {
            status: health?.status ?? 'degraded',
            components: health?.components ?? {},
            checkedAt: new Date().toISOString(),
            responseMs: Math.round(performance.now() - startedAt),
          },
        };
      },
      providesTags: ['Health'],
    }),
  }),
});

export const { useCheckHealthQuery } = statusApi;
