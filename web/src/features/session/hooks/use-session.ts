import type { PlanId, User } from '@waybill/contracts';
import { useGetUserQuery } from '../session.api.js';

/** The current user. A failed check counts as signed out (spec §4). */
export type Session =
  | { readonly status: 'unknown' | 'out'; readonly user: null; readonly plan: PlanId }
  | { readonly status: 'in'; readonly user: User; readonly plan: PlanId };

export function useSession(): Session {
  // Another account may have signed in in another tab.
  const { data: user, isLoading, isUninitialized } = useGetUserQuery(undefined, { refetchOnFocus: true });
  if (user) return { status: 'in', user, plan: user.subscription };
  return { status: isLoading || isUninitialized ? 'unknown' : 'out', user: null, plan: 'free' };
}
