import { useCallback } from 'react';
import { useDispatch } from 'react-redux';
import { useNavigate } from 'react-router-dom';
import { useLogOutMutation } from '../../features/session/session.api.js';
import { uploadResultsKey } from '../../features/upload/upload-results-key.js';
import { safeSessionStorage } from '../../lib/access/safe-storage.js';
import { api } from '../../lib/api/api.js';
import { mayLeave } from '../../lib/leave-question.js';
import { clearLoginDestination } from '../../lib/login-destination.js';
import { paths } from '../../lib/paths.js';

/**
 * Signs out, clears the account's cached data and the page to return to, and goes to /login. A failure shows nothing
 * (spec §8).
 */
export function useLogOut(): () => Promise<void> {
  const [logOut] = useLogOutMutation();
  const dispatch = useDispatch();
  const navigate = useNavigate();

  return useCallback(async () => {
    if (!mayLeave()) return;
    const { error } = await logOut();
    if (error) return;
    clearLoginDestination(true);
    // The log-in moved the files that this browser uploaded without an account to the account.
    safeSessionStorage.remove(uploadResultsKey(null));
    dispatch(api.util.resetApiState());
    await navigate(paths.login);
  }, [logOut, dispatch, navigate]);
}
