import { type Offers, offersSchema } from '@waybill/contracts';
import { api } from '../../lib/api/api.js';

const offersApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Plans for sale. Payment links are personal, so the result is cached per user. Null: signed out. */
    getOffers: build.query<Offers['offers'], string | null>({
      query: () => 'billing/offers',
      rawResponseSchema: offersSchema,
      transformResponse: ({ offers }: Offers) => offers,
    }),
  }),
});

export const { useGetOffersQuery } = offersApi;
