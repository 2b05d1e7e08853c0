import { sessionSchema, type SessionView } from '@waybill/contracts';
import { api } from '../../lib/api/api.js';

const sessionsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listSessions: build.query<SessionView[], void>({
      query: () => 'user/sessions',
      responseSchema: sessionSchema.array(),
      providesTags: ['Sessions'],
    }),
    endSession: build.mutation<null, string>({
      query: (id) => ({ url: `user/sessions/${id}`, method: 'DELETE' }),
      invalidatesTags: (_nothing, error) => (error ? [] : ['Sessions']),
    }),
    endOtherSessions: build.mutation<null, void>({
      query: () => ({ url: 'user/sessions', method: 'DELETE' }),
      invalidatesTags: (_nothing, error) => (error ? [] : ['Sessions']),
    }),
  }),
});

export const { useListSessionsQuery, useEndSessionMutation, useEndOtherSessionsMutation } = sessionsApi;
