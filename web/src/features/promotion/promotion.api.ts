import type { Promotion } from '@waybill/contracts';
import { answerWith } from '../../lib/api/answer-fields.js';
import { api } from '../../lib/api/api.js';

const none: Promotion = { isActive: false, endDate: null, message: null };

const promotionApi = api.injectEndpoints({
  endpoints: (build) => ({
    getPromotion: build.query<Promotion, void>({
      query: () => 'promotion/status',
      responseSchema: answerWith<Promotion>({ isActive: 'boolean' }),
      providesTags: ['Promotion'],
    }),
  }),
});

/** Current promotion. A failed call counts as no promotion (spec §8). It may begin and end while a page is open. */
export function usePromotion(): Promotion {
  return promotionApi.useGetPromotionQuery(undefined, { refetchOnFocus: true }).data ?? none;
}
