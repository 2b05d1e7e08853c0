import { Alert } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { accountMessages } from '@waybill/contracts';
import { useSearchParams } from 'react-router-dom';
import { ButtonLink } from '../components/ui/button-link.js';
import { NarrowCard } from '../components/ui/narrow-card.js';
import { ErrorState } from '../components/ui/error-state.js';
import { LoadingState } from '../components/ui/loading-state.js';
import { useVerifyEmailQuery } from '../features/session/credentials.api.js';
import { isApiError, isFinal, sentenceOf } from '../lib/api/api-error.js';
import { paths } from '../lib/paths.js';

/** `/activate?token=&email=`: verifies on load (spec §4). */
export function ActivatePage() {
  const [search] = useSearchParams();
  const token = search.get('token');
  const email = search.get('email');
  return (
    <NarrowCard title="Activate your account">
      {token && email ? (
        <Activation token={token} email={email} />
      ) : (
        <ErrorState message={accountMessages.invalidVerificationLink} />
      )}
    </NarrowCard>
  );
}

function Activation({ token, email }: { token: string; email: string }) {
  const { data, error, refetch } = useVerifyEmailQuery({ token, email });
  if (error) {
    const wasAnswered = isApiError(error) && error.status !== null;
    const fallback = wasAnswered ? accountMessages.verifyEmailFailed : accountMessages.verifyEmailError;
    return (
      <ErrorState
        message={sentenceOf(error, fallback)}
        onRetry={isFinal(error) ? undefined : () => void refetch()}
      />
    );
  }
  if (!data) return <LoadingState label="Verifying your email" />;
  return (
    <>
      <Alert icon={<IconCheck />} role="status">
        {data.message}
      </Alert>
      <ButtonLink to={paths.login} fullWidth>
        Log In
      </ButtonLink>
    </>
  );
}
