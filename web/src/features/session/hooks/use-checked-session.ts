import { useGetUserQuery } from '../session.api.js';
import { useSession } from './use-session.js';

/**
 * The current user for forms whose fields depend on the plan. Without an answer of the server the check has failed,
 * and does not count as signed out: the forms would offer an owner the choices of a visitor.
 */
export function useCheckedSession() {
  const session = useSession();
  const { data, isFetching, refetch } = useGetUserQuery();
  const unanswered = isFetching ? 'unknown' : 'failed';
  return {
    user: session.user,
    plan: session.plan,
    status: data === undefined ? unanswered : session.status,
    recheck: () => void refetch(),
  } as const;
}
