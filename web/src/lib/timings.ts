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
  /** Live events are collected for so long before lists are fetched again. */
  liveRefetch: 500,
  /** Without a connection for so long, nothing is said about present readers. */
  liveGrace: 10_000,
  /** Refresh interval of relative times. */
  clock: 15_000,
  /** Polling interval and maximum wait for the plan after a payment. */
  paymentPoll: 2_000,
  paymentPatience: 60_000,
  /** Polling interval while a preview is being made. */
  previewPoll: 2_000,
} as const;
