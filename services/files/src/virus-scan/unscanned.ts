/** States of files without a scan result. */
export const UNSCANNED = ['pending', 'skipped'] as const;
