/** Topic of the signal of analytics that an account has new live events. The message is the account's id. */
export const LIVE_TOPIC = 'live';
