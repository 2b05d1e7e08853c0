const IN_BROWSER = [
  ...['administration', 'broken-previews', 'bundle-size', 'bundles', 'file-requests', 'forced-colours'],
  ...['keyboard-only', 'link-codes', 'links', 'navigation', 'offline', 'previews', 'print', 'reading'],
  ...['resumable-uploads', 'sign-in', 'user-journey'],
].join('|');

/** Pattern of the end-to-end files that `e2e/src/every-*.e2e.ts` load together, so that they share what they start. */
export const LOADED_TOGETHER = `e2e/src/(api/|faults/killed-|process/cluster|browser/(${IN_BROWSER})\\.)`;
