/**
 * Unfinished uploads of one account, or of one network without an account, to one file request. Without this limit, a
 * stranger could occupy every place for an hour, the lease of an unfinished upload.
 */
export const MAX_UNFINISHED_PER_SENDER = 20;
