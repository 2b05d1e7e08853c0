import { type Config, configSchema, type PlanId, type PlanLimits, standardPlans } from '@waybill/contracts';
import { api } from '../api/api.js';

export const configApi = api.injectEndpoints({
  endpoints: (build) => ({
    getConfig: build.query<Config, void>({
      query: () => 'config',
      responseSchema: configSchema,
      keepUnusedDataFor: Infinity,
    }),
  }),
});

/** Assumed while the settings cannot be loaded. The server checks every limit again. */
const standard: Config = { plans: standardPlans, defaultPlan: 'free', anonymousUploads: true };

/** What this installation offers. Loaded before the first page is shown. */
export function useConfig(): Config {
  return configApi.useGetConfigQuery().data ?? standard;
}

export function usePlanLimits(plan: PlanId): PlanLimits {
  return useConfig().plans[plan];
}
