/** Like `uiMessages`, for the pages of analytics. A module of its own, because the first page does not need them. */
export const analyticsMessages = {
  analyticsFailed: 'Failed to load analytics',
  analyticsEmptyBody: 'No data received from server',
  analyticsNone: 'No analytics for this file yet',
  analyticsNoViews: 'No views recorded yet',
  statisticsNone: 'No download statistics available yet',
  statisticsHint: 'Statistics will appear here once the file has been downloaded',
} as const;
