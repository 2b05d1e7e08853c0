/** Environment of a server in Go: collects when garbage is four times the live heap. Saves a sixth of the CPU time. */
export const RARE_COLLECTION = { GOGC: '400' };

/** Environment of a command in Go, which ends before its garbage matters. */
export const WITHOUT_COLLECTION = { GOGC: 'off', GOMEMLIMIT: '1GiB' };
