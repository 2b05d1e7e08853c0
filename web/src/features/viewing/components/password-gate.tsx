import { zodResolver } from '@hookform/resolvers/zod';
import { Button, Paper, PasswordInput, Stack, Text, ThemeIcon } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { uiMessages, verifyPasswordSchema } from '@waybill/contracts';
import { useForm } from 'react-hook-form';
import { PageHeading } from '../../../components/ui/page-heading.js';
import { passFocusToHeading } from '../../../components/ui/pass-focus-to-heading.js';
import { FormError } from '../../../components/ui/form-error.js';
import { isApiError } from '../../../lib/api/api-error.js';
import { showServerErrors } from '../../../lib/form/server-errors.js';

/** Verifies a file's password and stores the token. Resolves to the error, or to nothing. */
export type CheckPassword = (password: string) => Promise<unknown>;

/** Password form of a protected file or bundle (spec §4). */
export function PasswordGate({ check, isBundle = false }: { check: CheckPassword; isBundle?: boolean }) {
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(verifyPasswordSchema),
    defaultValues: { password: '' },
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async ({ password }) => {
    const error = await check(password);
    if (error) {
      const isWrong = isApiError(error) && error.status === 401;
      const fallback = isWrong ? uiMessages.incorrectPassword : uiMessages.verifyPasswordFailed;
      showServerErrors(error, setError, ['password'], fallback);
    }
  });

  return (
    <Paper p={{ base: 'lg', sm: 'xl' }} maw={440} mx="auto" w="100%" mt={{ base: 0, sm: 'xl' }}>
      <form ref={passFocusToHeading} onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap="lg">
          <Stack gap="sm">
            <ThemeIcon size={48} radius="xl" variant="light">
              <IconLock size={24} stroke={1.7} aria-hidden />
            </ThemeIcon>
            <PageHeading title={isBundle ? 'These files are protected' : 'This file is protected'} />
            <Text c="dimmed">Enter the password {isBundle ? 'their' : 'its'} sender gave you.</Text>
          </Stack>
          <FormError message={errors.root?.message} />
          <PasswordInput
            label="Password"
            autoComplete="off"
            error={errors.password?.message}
            {...register('password')}
          />
          <Button type="submit" loading={isSubmitting} fullWidth>
            {isBundle ? 'Open files' : 'Open file'}
          </Button>
        </Stack>
      </form>
    </Paper>
  );
}
