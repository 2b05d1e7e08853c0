import { ModalsProvider } from '@mantine/modals';
import { uiMessages } from '@waybill/contracts';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { useSession } from '../../features/session/hooks/use-session.js';
import { clearLoginDestination, saveLoginDestination } from '../../lib/login-destination.js';
import { paths } from '../../lib/paths.js';
import { Waiting } from '../layouts/waiting.js';
import { PageFailed } from '../route-error.js';
import { useSessionCheck } from './use-session-check.js';

/**
 * Shows its pages to signed-in users; others go to /login (spec §2, §4). Without an answer of the server it shows an
 * error, because a login form would not help a user who is signed in.
 */
export function LoginRequired() {
  const { pathname, search } = useLocation();
  const { status, user } = useSession();
  const check = useSessionCheck((user) => {
    if (user) clearLoginDestination();
    else saveLoginDestination(pathname + search);
  });
  if (check !== 'answered' && status !== 'in') {
    return check === 'failed' ? <PageFailed message={uiMessages.userLoadFailed} /> : <Waiting />;
  }
  // A session can also end while the page is open.
  if (status === 'out') return <Navigate to={paths.login} replace />;
  return (
    <ModalsProvider key={user?.id}>
      <Outlet />
    </ModalsProvider>
  );
}
