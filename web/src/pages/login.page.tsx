import { Alert } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { Navigate, useSearchParams } from 'react-router-dom';
import { NarrowCard } from '../components/ui/narrow-card.js';
import { TextLink } from '../components/ui/text-link.js';
import { LoginForm } from '../features/session/components/login-form.js';
import { useSession } from '../features/session/hooks/use-session.js';
import { OtherWays } from '../features/sign-in/other-ways.js';
import { SingleSignOnCode } from '../features/sign-in/single-sign-on-code.js';
import { useConfig } from '../lib/config/config.api.js';
import {
  acceptLoginDestination,
  clearLoginDestination,
  readLoginDestination,
} from '../lib/login-destination.js';
import { paths } from '../lib/paths.js';

/** `/login`, with the message another page may have sent along (spec §2). */
export function LoginPage() {
  const [search] = useSearchParams();
  const session = useSession();
  const { signUp } = useConfig();
  const message = search.get('message');
  // Read once, because it is cleared while this page is still mounted.
  const [target] = useState(readLoginDestination);
  const isIn = session.status === 'in';
  useEffect(() => {
    if (isIn) clearLoginDestination();
    else acceptLoginDestination();
  }, [isIn]);
  if (isIn) return <Navigate to={target} replace />;
  return (
    <NarrowCard
      title="Log in"
      below={
        signUp === 'open' && (
          <>
            No account yet?{' '}
            <TextLink to={paths.signUp} underline="always">
              Sign up
            </TextLink>
          </>
        )
      }
    >
      {message && (
        <Alert icon={<IconInfoCircle />} role="status">
          {message}
        </Alert>
      )}
      {search.get('step') === 'code' ? (
        <SingleSignOnCode />
      ) : (
        <>
          <LoginForm />
          <OtherWays withPasskey />
        </>
      )}
    </NarrowCard>
  );
}
