import { Alert, Text } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import type { Config } from '@waybill/contracts';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { NarrowCard } from '../components/ui/narrow-card.js';
import { TextLink } from '../components/ui/text-link.js';
import { SignUpForm } from '../features/session/components/sign-up-form.js';
import { OtherWays } from '../features/sign-in/other-ways.js';
import { useConfig } from '../lib/config/config.api.js';
import { paths } from '../lib/paths.js';

/** `/signup`, on to /login with the server's message (spec §4). `?invitation=`: token of a mailed invitation. */
export function SignUpPage() {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const config = useConfig();
  const invitation = search.get('invitation') ?? undefined;
  const note = invitation === undefined ? noteOf(config) : null;
  return (
    <NarrowCard
      title="Sign up"
      description="Keep your files in one place and see who opened them."
      below={
        <>
          Already have an account?{' '}
          <TextLink to={paths.login} underline="always">
            Sign in
          </TextLink>
        </>
      }
    >
      {note && (
        <Alert icon={<IconInfoCircle />} role="status">
          {note}
        </Alert>
      )}
      {invitation !== undefined && (
        <Text size="sm" c="dimmed">
          You are invited. The invitation is for the e-mail address that it was sent to.
        </Text>
      )}
      <SignUpForm
        invitation={invitation}
        email={search.get('email') ?? undefined}
        onDone={(message) => void navigate(paths.loginWith(message))}
      />
      <OtherWays withPasskey={false} />
    </NarrowCard>
  );
}

/** Notice where sign-up is restricted. The form stays: administrators may always sign up. */
function noteOf({ signUp, signUpDomains }: Config): string | null {
  if (signUp === 'closed') return 'Sign-up is closed here. Only administrators can open an account.';
  if (signUp === 'invited') {
    return 'Sign-up needs an invitation. Please open the link of the mail that invited you, or ask an administrator.';
  }
  if (signUpDomains.length === 0) return null;
  const list = new Intl.ListFormat('en', { type: 'disjunction' }).format(
    signUpDomains.map((domain) => `@${domain}`),
  );
  return `Please use your address that ends with ${list}.`;
}
