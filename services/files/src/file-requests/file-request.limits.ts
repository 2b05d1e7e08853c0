/**
 * Unfinished uploads of one account, or of one network without an account, to one file request. More would let a stranger
 * keep every place from others for an hour.
 */
export const MAX_UNFINISHED_PER_SENDER = 20;
