import { uiMessages } from '@waybill/contracts';
import { Outlet } from 'react-router-dom';
import { useSession } from '../../features/session/hooks/use-session.js';
import { NotFoundPage } from '../../pages/not-found.page.js';
import { Waiting } from '../layouts/waiting.js';
import { PageFailed } from '../route-error.js';
import { useSessionCheck } from './use-session-check.js';

/**
 * Shows the not-found page to everyone but administrators, like the server. Without an answer of the server it shows an
 * error, because the user may be an administrator.
 */
export function AdminRequired() {
  const { user } = useSession();
  const check = useSessionCheck();
  if (user?.isAdmin) return <Outlet key={user.id} />;
  if (check === 'failed') return <PageFailed message={uiMessages.userLoadFailed} />;
  return check === 'running' ? <Waiting /> : <NotFoundPage />;
}
