import { useEffect } from 'react';
import { useVerifyPasswordMutation } from '../features/files/files.api.js';
import { ReportGated } from '../features/reporting/report-gated.js';
import { type CheckPassword, PasswordGate } from '../features/viewing/components/password-gate.js';
import { dropToken, keepToken } from '../lib/access/file-tokens.js';

/** Asks for the password of a file, and offers to report it. `onVerified` runs once its token is stored. */
export function ProtectedFile({ fileId, onVerified }: { fileId: string; onVerified: () => void }) {
  const [verify] = useVerifyPasswordMutation();

  // A token that did not open the file is no longer valid.
  useEffect(() => dropToken(fileId), [fileId]);

  const check: CheckPassword = async (password) => {
    const { data, error } = await verify({ id: fileId, password });
    if (error) return error;
    keepToken(fileId, data.token);
    onVerified();
    return undefined;
  };

  return (
    <>
      <PasswordGate check={check} />
      <ReportGated target={{ kind: 'files', id: fileId }} />
    </>
  );
}
