import { type NotificationSettings, notificationSettingsSchema } from '@waybill/contracts';
import { api } from '../../lib/api/api.js';

const notificationsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getNotifications: build.query<NotificationSettings, void>({
      query: () => 'user/notifications',
      responseSchema: notificationSettingsSchema,
      providesTags: ['Notifications'],
    }),
    changeNotifications: build.mutation<NotificationSettings, Partial<NotificationSettings>>({
      query: (body) => ({ url: 'user/notifications', method: 'PUT', body }),
      responseSchema: notificationSettingsSchema,
      async onQueryStarted(changes, { dispatch, queryFulfilled }) {
        const shown = dispatch(
          notificationsApi.util.updateQueryData('getNotifications', undefined, (draft) => {
            Object.assign(draft, changes);
          }),
        );
        await queryFulfilled.catch(() => shown.undo());
      },
      // The settings can have been read before the change, and a failed call can have changed them.
      invalidatesTags: ['Notifications'],
    }),
    stopMails: build.mutation<null, { key: string; kind: string }>({
      query: ({ key, kind }) => ({
        url: `notifications/unsubscribe?${new URLSearchParams({ key, kind }).toString()}`,
        method: 'POST',
      }),
      invalidatesTags: ['Notifications'],
    }),
  }),
});

export const { useGetNotificationsQuery, useChangeNotificationsMutation, useStopMailsMutation } =
  notificationsApi;
