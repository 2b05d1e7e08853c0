import {
  type AdminFile,
  adminFileSchema,
  type AdminOverview,
  adminOverviewSchema,
  type AdminPromotion,
  adminPromotionSchema,
  type AdminReport,
  adminReportSchema,
  type AuditEntry,
  auditEntrySchema,
  type Person,
  personSchema,
  type PlanId,
} from '@waybill/contracts';
import { api } from '../../lib/api/api.js';
import { type CursorPage, cursorPages, toPage } from '../../lib/api/cursor-pages.js';

const urlOf = (list: string, query: string, cursor: string | null): string =>
  `admin/${list}?${new URLSearchParams({ query, ...(cursor !== null && { cursor }) }).toString()}`;

/** Tags of a change. A failed one reloads nothing, because the refetch could fail, too. */
const changesAdmin = (_result: unknown, error: unknown): 'Admin'[] => (error ? [] : ['Admin']);
const changesPromotion = (_result: unknown, error: unknown): ('Promotion' | 'Admin')[] =>
  error ? [] : ['Promotion', 'Admin'];

type PersonAction = 'suspend' | 'unsuspend' | 'sign-out';

const adminApi = api.injectEndpoints({
  endpoints: (build) => ({
    adminOverview: build.query<AdminOverview, void>({
      query: () => 'admin/overview',
      responseSchema: adminOverviewSchema,
      providesTags: ['Admin'],
    }),
    adminPromotion: build.query<AdminPromotion, void>({
      query: () => 'admin/promotion',
      responseSchema: adminPromotionSchema,
      providesTags: ['Promotion'],
    }),
    startPromotion: build.mutation<AdminPromotion, { endDate: string; message: string }>({
      query: (body) => ({ url: 'admin/promotion', method: 'PUT', body }),
      responseSchema: adminPromotionSchema,
      invalidatesTags: changesPromotion,
    }),
    endPromotion: build.mutation<null, void>({
      query: () => ({ url: 'admin/promotion', method: 'DELETE' }),
      invalidatesTags: changesPromotion,
    }),
    adminPeople: build.infiniteQuery<CursorPage<Person>, string, string | null>({
      ...cursorPages,
      query: ({ queryArg, pageParam }) => urlOf('people', queryArg, pageParam),
      rawResponseSchema: personSchema.array(),
      transformResponse: toPage<Person>,
      providesTags: ['Admin'],
    }),
    adminFiles: build.infiniteQuery<CursorPage<AdminFile>, string, string | null>({
      ...cursorPages,
      query: ({ queryArg, pageParam }) => urlOf('files', queryArg, pageParam),
      rawResponseSchema: adminFileSchema.array(),
      transformResponse: toPage<AdminFile>,
      providesTags: ['Admin'],
    }),
    adminReports: build.infiniteQuery<CursorPage<AdminReport>, string, string | null>({
      ...cursorPages,
      query: ({ queryArg, pageParam }) => urlOf('reports', queryArg, pageParam),
      rawResponseSchema: adminReportSchema.array(),
      transformResponse: toPage<AdminReport>,
      providesTags: ['Admin'],
    }),
    adminAudit: build.infiniteQuery<CursorPage<AuditEntry>, string, string | null>({
      ...cursorPages,
      query: ({ queryArg, pageParam }) => urlOf('audit', queryArg, pageParam),
      rawResponseSchema: auditEntrySchema.array(),
      transformResponse: toPage<AuditEntry>,
      providesTags: ['Admin'],
    }),
    takeDown: build.mutation<AdminFile, { id: string; reason: string }>({
      query: ({ id, reason }) => ({ url: `admin/files/${id}/takedown`, method: 'POST', body: { reason } }),
      responseSchema: adminFileSchema,
      invalidatesTags: changesAdmin,
    }),
    restore: build.mutation<AdminFile, string>({
      query: (id) => ({ url: `admin/files/${id}/restore`, method: 'POST', body: {} }),
      responseSchema: adminFileSchema,
      invalidatesTags: changesAdmin,
    }),
    takeDownReport: build.mutation<AdminReport, { id: string; reason: string }>({
      query: ({ id, reason }) => ({ url: `admin/reports/${id}/takedown`, method: 'POST', body: { reason } }),
      responseSchema: adminReportSchema,
      invalidatesTags: changesAdmin,
    }),
    restoreReport: build.mutation<AdminReport, string>({
      query: (id) => ({ url: `admin/reports/${id}/restore`, method: 'POST', body: {} }),
      responseSchema: adminReportSchema,
      invalidatesTags: changesAdmin,
    }),
    dismissReport: build.mutation<AdminReport, string>({
      query: (id) => ({ url: `admin/reports/${id}/dismiss`, method: 'POST', body: {} }),
      responseSchema: adminReportSchema,
      invalidatesTags: changesAdmin,
    }),
    changePerson: build.mutation<Person, { id: string; action: PersonAction }>({
      query: ({ id, action }) => ({ url: `admin/people/${id}/${action}`, method: 'POST', body: {} }),
      responseSchema: personSchema,
      invalidatesTags: changesAdmin,
    }),
    changePlan: build.mutation<Person, { id: string; plan: PlanId }>({
      query: ({ id, plan }) => ({ url: `admin/people/${id}`, method: 'PUT', body: { plan } }),
      responseSchema: personSchema,
      invalidatesTags: changesAdmin,
    }),
    deletePerson: build.mutation<null, string>({
      query: (id) => ({ url: `admin/people/${id}`, method: 'DELETE' }),
      invalidatesTags: changesAdmin,
    }),
    invite: build.mutation<{ email: string; url: string }, string>({
      query: (email) => ({ url: 'admin/invitations', method: 'POST', body: { email } }),
    }),
  }),
});

export const {
  useAdminOverviewQuery,
  useAdminPromotionQuery,
  useStartPromotionMutation,
  useEndPromotionMutation,
  useAdminPeopleInfiniteQuery,
  useAdminFilesInfiniteQuery,
  useAdminReportsInfiniteQuery,
  useAdminAuditInfiniteQuery,
  useTakeDownMutation,
  useRestoreMutation,
  useTakeDownReportMutation,
  useRestoreReportMutation,
  useDismissReportMutation,
  useChangePersonMutation,
  useChangePlanMutation,
  useDeletePersonMutation,
  useInviteMutation,
} = adminApi;
