/** Account id queried for an unknown address, so that the response takes as long as for a known one. */
export const NO_ACCOUNT = '00000000-0000-0000-0000-000000000000';
