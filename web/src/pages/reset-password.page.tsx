import { Alert } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { accountMessages } from '@waybill/contracts';
import { useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { NarrowCard } from '../components/ui/narrow-card.js';
import { ErrorState } from '../components/ui/error-state.js';
import { LoadingState } from '../components/ui/loading-state.js';
import { TextLink } from '../components/ui/text-link.js';
import { ResetPasswordForm } from '../features/session/components/reset-password-form.js';
import { useCheckPasswordResetQuery } from '../features/session/credentials.api.js';
import { isFinal, sentenceOf } from '../lib/api/api-error.js';
import { takeLostFocus } from '../lib/pass-focus.js';
import { paths } from '../lib/paths.js';
import { timings } from '../lib/timings.js';

/** `/reset-password?token=&email=`: the link is checked first, the new password set after (spec §4). */
export function ResetPasswordPage() {
  const [search] = useSearchParams();
  const token = search.get('token');
  const email = search.get('email');
  return (
    <NarrowCard
      title="Set a new password"
      below={<TextLink to={paths.forgotPassword}>Ask for a new link</TextLink>}
    >
      {token && email ? (
        <CheckedReset token={token} email={email} />
      ) : (
        <ErrorState message={accountMessages.invalidResetLink} />
      )}
    </NarrowCard>
  );
}

function CheckedReset({ token, email }: { token: string; email: string }) {
  const { error, isSuccess, refetch } = useCheckPasswordResetQuery({ token, email });
  const [message, setMessage] = useState<string | null>(null);
  useRedirectAfter(message !== null);

  if (message !== null) {
    return (
      <Alert icon={<IconCheck />} role="status" ref={takeLostFocus} tabIndex={-1}>
        {message}
      </Alert>
    );
  }
  if (isFinal(error)) return <ErrorState message={sentenceOf(error, accountMessages.expiredResetLink)} />;
  if (error) {
    return (
      <ErrorState
        message={sentenceOf(error, 'The link could not be checked')}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!isSuccess) return <LoadingState label="Checking the link" />;
  return <ResetPasswordForm token={token} email={email} onDone={setMessage} />;
}

function useRedirectAfter(done: boolean) {
  const navigate = useNavigate();
  useEffect(() => {
    if (!done) return;
    const timer = setTimeout(() => void navigate(paths.login), timings.resetRedirect);
    return () => clearTimeout(timer);
  }, [done, navigate]);
}
