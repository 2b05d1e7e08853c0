/** Delays and display times of the screens, in milliseconds (spec §9). */
export const timings = {
  /** Minimum display time of an upload. */
  uploadMinimum: 3_000,
  statusPoll: 30_000,
  httpTimeout: 300_000,
  fileToast: 1_500,
  uploadedToast: 3_000,
  copiedToast: 2_000,
  qrToast: 3_000,
  accountToast: 5_000,
  resetRedirect: 3_000,
  /** Polling interval of lists. */
  livePoll: 10_000,
  /** Delay between a live event and the refetch of lists, to collect further events. */
  liveRefetch: 500,
  /** Time without a connection after which present readers are no longer shown. */
  liveGrace: 10_000,
  /** Refresh interval of relative times. */
  clock: 15_000,
  /** Polling interval and maximum wait for the plan after a payment. */
  paymentPoll: 2_000,
  maxPaymentWait: 60_000,
  /** Maximum wait for a page to be long enough for the scroll position that it had. */
  maxScrollWait: 3_000,
  /** Polling interval while a preview is being made. */
  previewPoll: 2_000,
} as const;
