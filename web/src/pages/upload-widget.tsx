import { type FileView, uiMessages } from '@waybill/contracts';
import { useCallback } from 'react';
import { useDispatch } from 'react-redux';
import { useNavigate } from 'react-router-dom';
import { useConfig } from '../lib/config/config.api.js';
import { useListFilesQuery } from '../features/files/files.api.js';
import { useSession } from '../features/session/hooks/use-session.js';
import { LoginToUpload } from '../features/upload/components/login-to-upload.js';
import type { BatchResult } from '../features/upload/batch-state.js';
import { UploadBox } from '../features/upload/components/upload-box.js';
import { api } from '../lib/api/api.js';
import { showSuccessToast } from '../lib/toast.js';
import { paths } from '../lib/paths.js';
import { pollingOptions } from '../lib/polling.js';
import { timings } from '../lib/timings.js';

const noFiles: readonly FileView[] = [];

/** Upload box with the user's limits. Opens the settings of a new file (spec §4); several files show their links. */
export function UploadWidget({ isCompact = false }: { isCompact?: boolean }) {
  const session = useSession();
  // Does not poll: the list of uploads on the same page polls only while live events do not arrive.
  const listing = { ...pollingOptions(0), skip: session.status !== 'in' };
  const { data: own = noFiles } = useListFilesQuery(undefined, listing);
  const { anonymousUploads } = useConfig();
  const dispatch = useDispatch();
  const navigate = useNavigate();

  const goOn = useCallback(
    ({ files: [first, ...others], bundleId }: BatchResult) => {
      dispatch(api.util.invalidateTags(['Files', 'Bundles', 'Bundle']));
      showSuccessToast(uiMessages.uploadSucceeded, timings.uploadedToast);
      if (first && others.length === 0 && bundleId === null) void navigate(paths.create(first.id));
    },
    [dispatch, navigate],
  );

  if (session.status === 'out' && !anonymousUploads) return <LoginToUpload />;
  return (
    <UploadBox sender={session.user} plan={session.plan} own={own} isCompact={isCompact} onUploaded={goOn} />
  );
}
