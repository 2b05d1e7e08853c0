/** Milliseconds the screens wait or show things for (spec §9). */
export const timings = {
  /** An upload is shown for at least this long, however fast it was. */
  uploadMinimum: 3_000,
  statusPoll: 30_000,
  httpTimeout: 300_000,
  fileToast: 1_500,
  uploadedToast: 3_000,
  copiedToast: 2_000,
  qrToast: 3_000,
  accountToast: 5_000,
  resetRedirect: 3_000,
  /** How often a list asks what has changed elsewhere, while somebody looks at it. */
  livePoll: 10_000,
  /** How often what depends on the time of day is drawn anew. */
  clock: 15_000,
  /** How often, and for how long, somebody who has just paid is looked up. */
  paymentPoll: 2_000,
  paymentPatience: 60_000,
  /** How often a file is asked for again while its preview is being made. */
  previewPoll: 2_000,
} as const;
