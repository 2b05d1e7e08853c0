import { ModalsProvider } from '@mantine/modals';
import { uiMessages } from '@waybill/contracts';
import { useEffect } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { useSession } from '../../features/session/hooks/use-session.js';
import { saveLoginDestination } from '../../lib/login-destination.js';
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
  const check = useSessionCheck();
  // A session can also end while the page is open.
  const isOut = check === 'answered' && status === 'out';
  useEffect(() => {
    if (isOut) saveLoginDestination(pathname + search);
  }, [isOut, pathname, search]);
  if (check !== 'answered' && status !== 'in') {
    return check === 'failed' ? <PageFailed message={uiMessages.userLoadFailed} /> : <Waiting />;
  }
  if (isOut) return <Navigate to={paths.login} replace />;
  return (
    <ModalsProvider key={user?.id}>
      <Outlet />
    </ModalsProvider>
  );
}
