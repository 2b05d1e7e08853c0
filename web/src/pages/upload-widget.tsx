import { uiMessages, type Uploaded } from '@waybill/contracts';
import { useCallback } from 'react';
import { useDispatch } from 'react-redux';
import { useNavigate } from 'react-router-dom';
import { useListFilesQuery } from '../features/files/files.api.js';
import { useSession } from '../features/session/hooks/use-session.js';
import { UploadBox } from '../features/upload/components/upload-box.js';
import { api } from '../lib/api/api.js';
import { tellSuccess } from '../lib/notify.js';
import { paths } from '../lib/paths.js';
import { timings } from '../lib/timings.js';

/** The upload box with this person's limits, leading on to the new file's settings (spec §4). */
export function UploadWidget({ isCompact = false }: { isCompact?: boolean }) {
  const session = useSession();
  const { data: files = [] } = useListFilesQuery(undefined, { skip: session.status !== 'in' });
  const dispatch = useDispatch();
  const navigate = useNavigate();

  const goOn = useCallback(
    ({ id }: Uploaded) => {
      dispatch(api.util.invalidateTags(['Files']));
      tellSuccess(uiMessages.uploadSucceeded, timings.uploadedToast);
      void navigate(paths.create(id));
    },
    [dispatch, navigate],
  );

  return (
    <UploadBox
      sender={session.user?.name ?? null}
      plan={session.plan}
      existing={files.length}
      isCompact={isCompact}
      onUploaded={goOn}
    />
  );
}
