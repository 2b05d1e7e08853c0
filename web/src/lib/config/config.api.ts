import { type Config, type PlanId, type PlanLimits, standardConfig } from '@waybill/contracts';
import { answerWith } from '../api/answer-fields.js';
import { api } from '../api/api.js';
import { timings } from '../timings.js';

export const configApi = api.injectEndpoints({
  endpoints: (build) => ({
    getConfig: build.query<Config, void>({
      query: () => 'config',
      responseSchema: answerWith<Config>({
        plans: 'object',
        defaultPlan: 'string',
        signUp: 'string',
        signUpDomains: 'object',
        anonymousUploads: 'boolean',
      }),
      keepUnusedDataFor: Infinity,
    }),
  }),
});

/**
 * Configuration of this installation, loaded before the first page is shown. Falls back to the standard configuration
 * if it cannot be loaded, which is safe: the server checks every limit again. Polls until it is loaded.
 */
export function useConfig(): Config {
  const { data } = configApi.endpoints.getConfig.useQueryState();
  configApi.useGetConfigQuery(undefined, {
    pollingInterval: data ? 0 : timings.livePoll,
    skipPollingIfUnfocused: true,
    refetchOnReconnect: true,
  });
  return data ?? standardConfig;
}

export function usePlanLimits(plan: PlanId): PlanLimits {
  return useConfig().plans[plan];
}
