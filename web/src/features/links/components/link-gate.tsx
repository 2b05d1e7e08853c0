import { Button, Paper, PasswordInput, Stack, Text, TextInput, ThemeIcon } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import type { LinkNeeds } from '@waybill/contracts';
import { useForm } from 'react-hook-form';
import { FormError } from '../../../components/ui/form-error.js';
import { PageHeading } from '../../../components/ui/page-heading.js';
import { showServerErrors } from '../../../lib/form/server-errors.js';

export interface GateForm {
  readonly password: string;
  readonly email: string;
  readonly code: string;
}

/** Sends the form. Resolves to the error, to `code` when a code was mailed, or to nothing once the link is open. */
export type PassGate = (form: Partial<GateForm>) => Promise<unknown>;

interface LinkGateProps {
  readonly needs: LinkNeeds;
  /** Whether a code was mailed. */
  readonly isCodeSent: boolean;
  readonly pass: PassGate;
}

/** Form of everything that a link asks for. */
export function LinkGate({ needs, isCodeSent, pass }: LinkGateProps) {
  const { register, handleSubmit, setError, getValues, formState } = useForm<GateForm>({
    defaultValues: { password: '', email: '', code: '' },
  });
  const { errors, isSubmitting } = formState;

  const submit = async ({ password, email, code }: GateForm) => {
    const error = await pass({
      ...(needs.password && { password }),
      ...(needs.email && { email }),
      ...(isCodeSent && { code }),
    });
    if (error)
      showServerErrors(error, setError, ['password', 'email', 'code'], 'The link could not be opened');
  };

  return (
    <Paper p={{ base: 'lg', sm: 'xl' }} maw={440} mx="auto" w="100%" mt={{ base: 0, sm: 'xl' }}>
      <form onSubmit={(event) => void handleSubmit(submit)(event)} noValidate>
        <Stack gap="lg">
          <Stack gap="sm">
            <ThemeIcon size={48} radius="xl" variant="light">
              <IconLock size={24} stroke={1.7} aria-hidden />
            </ThemeIcon>
            <PageHeading title="This link is protected" />
            <Text c="dimmed">{explain(needs)}</Text>
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
          {needs.email && (
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
              description={`We mailed six digits to ${getValues('email')}. They work for ten minutes.`}
              error={errors.code?.message}
              {...register('code')}
            />
          )}
          <Button type="submit" loading={isSubmitting} fullWidth>
            {needs.code && !isCodeSent ? 'Send me a code' : 'Open'}
          </Button>
          {isCodeSent && (
            <Button variant="subtle" onClick={() => void pass({ ...getValues(), code: '' })}>
              Send another code
            </Button>
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
