import { Outlet } from 'react-router-dom';
import { useSession } from '../../features/session/hooks/use-session.js';
import { NotFoundPage } from '../../pages/not-found.page.js';
import { Waiting } from '../layouts/waiting.js';
import { useSessionCheck } from './use-session-check.js';

/** Shows the not-found page to everyone but administrators, like the server. */
export function AdminRequired() {
  const { user } = useSession();
  const check = useSessionCheck();
  if (user?.isAdmin) return <Outlet key={user.id} />;
  return check === 'running' ? <Waiting /> : <NotFoundPage />;
}
