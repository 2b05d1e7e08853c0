import { SetMetadata } from '@nestjs/common';

/** Metadata keys that SessionGuard reads. */
export const REQUIRES_LOGIN = 'requires-login';
export const SKIPS_SESSION = 'skips-session';
/** The contract of the route. */
export const ROUTE = 'route-contract';

/** Refuses callers without a session (401). */
export const RequiresLogin = () => SetMetadata(REQUIRES_LOGIN, true);

/**
 * Skips the session lookup: the response is the same for every caller. Such routes are served to signed-in users even
 * while auth is unavailable.
 */
export const SkipSession = () => SetMetadata(SKIPS_SESSION, true);
