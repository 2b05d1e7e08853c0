import { type Offers, offersSchema } from '@waybill/contracts';
import { api } from '../../lib/api/api.js';

const offersApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** What can be bought. It is made out to who asks, so it is kept apart for each; null: signed out. */
    getOffers: build.query<Offers['offers'], string | null>({
      query: () => 'billing/offers',
      rawResponseSchema: offersSchema,
      transformResponse: ({ offers }: Offers) => offers,
    }),
  }),
});

export const { useGetOffersQuery } = offersApi;
