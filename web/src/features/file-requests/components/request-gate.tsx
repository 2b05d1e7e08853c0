import { Button, Paper, PasswordInput, Stack, Text, ThemeIcon } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { fieldMessages, uiMessages } from '@waybill/contracts';
import { useForm } from 'react-hook-form';
import { FormError } from '../../../components/ui/form-error.js';
import { passFocusToHeading } from '../../../components/ui/pass-focus-to-heading.js';
import { showServerErrors } from '../../../lib/form/server-errors.js';
import { useOpenFileRequestMutation } from '../file-requests.api.js';

/** Password form of a file request. */
export function RequestGate({ slug, onOpened }: { slug: string; onOpened: (token: string) => void }) {
  const [open] = useOpenFileRequestMutation();
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: { password: '' } });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async ({ password }) => {
    const { data, error } = await open({ slug, password });
    if (error) showServerErrors(error, setError, ['password'], uiMessages.verifyPasswordFailed);
    else onOpened(data.token);
  });

  return (
    <Paper p={{ base: 'md', sm: 'lg' }} maw={520}>
      <form ref={passFocusToHeading} onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap="md">
          <Stack gap="xs">
            <ThemeIcon size={40} radius="xl" variant="light">
              <IconLock size={20} stroke={1.7} aria-hidden />
            </ThemeIcon>
            <Text c="dimmed">Enter the password that the person who asks gave you.</Text>
          </Stack>
          <FormError message={errors.root?.message} />
          <PasswordInput
            label="Password"
            autoComplete="off"
            error={errors.password?.message}
            {...register('password', { required: fieldMessages.passwordRequired })}
          />
          <Button type="submit" loading={isSubmitting}>
            Continue
          </Button>
        </Stack>
      </form>
    </Paper>
  );
}
