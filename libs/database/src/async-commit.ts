/**
 * A condition, always true, that makes the transaction of its statement commit without waiting for the disk. For a
 * statement on its own that a crash may undo. The order of commits stays: one that is on disk has all earlier ones there.
 */
export const WITHOUT_SYNC = "(SELECT set_config('synchronous_commit', 'off', true)) = 'off'";
