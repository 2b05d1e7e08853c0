/** Environment of a server in Go: its garbage may be four times what it uses, for a sixth less processor time. */
export const RARE_COLLECTION = { GOGC: '400' };

/** Environment of a command in Go, which ends before its garbage matters. */
export const WITHOUT_COLLECTION = { GOGC: 'off', GOMEMLIMIT: '1GiB' };
