import { SetMetadata } from '@nestjs/common';

/** Metadata keys that SessionGuard reads. */
export const SKIPS_SESSION = 'skips-session';
/** The contract of the route. Its `access` decides whether the route needs a session. */
export const ROUTE = 'route-contract';

/**
 * Skips the session lookup: the response is the same for every caller. Such routes are served to signed-in users even
 * while auth is unavailable.
 */
export const SkipSession = () => SetMetadata(SKIPS_SESSION, true);
