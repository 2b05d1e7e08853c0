import { Alert } from '@mantine/core';
import { IconMailCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { NarrowCard } from '../components/ui/narrow-card.js';
import { TextLink } from '../components/ui/text-link.js';
import { MailboxHint } from '../features/mailbox/mailbox-hint.js';
import { ForgotPasswordForm } from '../features/session/components/forgot-password-form.js';
import { takeLostFocus } from '../lib/pass-focus.js';
import { paths } from '../lib/paths.js';

/** `/forgot-password`: asks for a reset link (spec §2). */
export function ForgotPasswordPage() {
  const [message, setMessage] = useState<string | null>(null);
  return (
    <NarrowCard
      title="Forgot your password?"
      description="We send a link to set a new one."
      below={<TextLink to={paths.login}>Back to login</TextLink>}
    >
      {message === null ? (
        <ForgotPasswordForm onDone={setMessage} />
      ) : (
        <>
          <Alert icon={<IconMailCheck />} role="status" ref={takeLostFocus} tabIndex={-1}>
            {message}
          </Alert>
          <MailboxHint />
        </>
      )}
    </NarrowCard>
  );
}
