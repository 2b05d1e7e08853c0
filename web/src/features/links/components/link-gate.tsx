import { Button, Paper, PasswordInput, Stack, Text, TextInput, ThemeIcon } from '@mantine/core';
import { IconLock, IconMailOpened } from '@tabler/icons-react';
import type { LinkNeeds } from '@waybill/contracts';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { FormError } from '../../../components/ui/form-error.js';
import { PageHeading } from '../../../components/ui/page-heading.js';
import { passFocusToHeading } from '../../../components/ui/pass-focus-to-heading.js';
import { showServerErrors } from '../../../lib/form/server-errors.js';

export interface GateForm {
  readonly password: string;
  readonly email: string;
  readonly code: string;
}

/** Sends the form. Resolves to the error, or to nothing once the link is open or a code was mailed. */
export type PassGate = (form: Partial<GateForm>) => Promise<unknown>;

interface LinkGateProps {
  readonly needs: LinkNeeds;
  /** Whether a code was mailed. */
  readonly isCodeSent: boolean;
  /** Whether the visitor followed the link in the mail, which proves the e-mail address. */
  readonly isMailed: boolean;
  readonly pass: PassGate;
  /** Forgets the mailed code, so that a mistyped address can be corrected. */
  readonly onOtherAddress: () => void;
}

/** Form for the gates of a link: password, e-mail address and mailed code. */
export function LinkGate({ needs, isCodeSent, isMailed, pass, onOtherAddress }: LinkGateProps) {
  const form = useForm<GateForm>({ defaultValues: { password: '', email: '', code: '' } });
  const { register, handleSubmit, setError, clearErrors, getValues, formState } = form;
  const [another, setAnother] = useState<'sending' | 'sent' | null>(null);
  const { errors, isSubmitting } = formState;
  const Icon = isMailed ? IconMailOpened : IconLock;
  const asksEmail = needs.email && !isMailed;

  const send = async (answer: Partial<GateForm>) => {
    const error = await pass(answer);
    if (error)
      showServerErrors(error, setError, ['password', 'email', 'code'], 'The link could not be opened');
    return error === undefined;
  };
  const answers = ({ password, email }: GateForm) => ({
    ...(needs.password && { password }),
    ...(asksEmail && { email }),
  });
  const submit = async (filled: GateForm) => {
    setAnother(null);
    await send({ ...answers(filled), ...(isCodeSent && { code: filled.code }) });
  };
  const sendAnother = async () => {
    clearErrors();
    setAnother('sending');
    setAnother((await send(answers(getValues()))) ? 'sent' : null);
  };
  const askForAddress = () => {
    clearErrors();
    setAnother(null);
    form.setValue('code', '');
    onOtherAddress();
    form.setFocus('email');
  };

  return (
    <Paper p={{ base: 'lg', sm: 'xl' }} maw={440} mx="auto" w="100%" mt={{ base: 0, sm: 'xl' }}>
      <form ref={passFocusToHeading} onSubmit={(event) => void handleSubmit(submit)(event)} noValidate>
        <Stack gap="lg">
          <Stack gap="sm">
            <ThemeIcon size={48} radius="xl" variant="light">
              <Icon size={24} stroke={1.7} aria-hidden />
            </ThemeIcon>
            <PageHeading title={isMailed ? 'Open the link' : 'This link is protected'} />
            <Text c="dimmed">{isMailed ? explainMailed(needs) : explain(needs)}</Text>
          </Stack>
          <FormError message={errors.root?.message} />
          {needs.password && (
            <PasswordInput
              label="Password"
              autoComplete="off"
              error={errors.password?.message}
              {...register('password')}
            />
          )}
          {asksEmail && (
            <TextInput
              label="Your email"
              type="email"
              autoComplete="email"
              description="The sender sees it."
              readOnly={isCodeSent}
              error={errors.email?.message}
              {...register('email')}
            />
          )}
          {isCodeSent && (
            <TextInput
              label="Code"
              inputMode="numeric"
              autoComplete="one-time-code"
              autoFocus
              description={`Enter the code we sent to ${getValues('email')}, or use the button in that mail. Both work for ten minutes.`}
              error={errors.code?.message}
              {...register('code')}
            />
          )}
          <Button type="submit" loading={isSubmitting} fullWidth>
            {needs.code && !isCodeSent && !isMailed ? 'Send me a code' : 'Open'}
          </Button>
          {isCodeSent && (
            <Stack gap="xs">
              <Text size="sm" ta="center" role="status">
                {another === 'sent' && 'Another code is on its way; use the newest mail.'}
              </Text>
              <Button variant="subtle" loading={another === 'sending'} onClick={() => void sendAnother()}>
                Send another code
              </Button>
              <Button variant="subtle" onClick={askForAddress}>
                Use another address
              </Button>
            </Stack>
          )}
        </Stack>
      </form>
    </Paper>
  );
}

function explain({ password, email }: LinkNeeds): string {
  if (password && email) return 'Enter the password its sender gave you, and your email address.';
  return password ? 'Enter the password its sender gave you.' : 'Its sender asks for your email address.';
}

function explainMailed({ password }: LinkNeeds): string {
  const proven = 'The mail you came from opens this link once.';
  return password ? `${proven} Enter the password its sender gave you.` : proven;
}
