import { zodResolver } from '@hookform/resolvers/zod';
import { Button, Stack, TextInput } from '@mantine/core';
import { forgotPasswordSchema, accountMessages } from '@waybill/contracts';
import { useForm } from 'react-hook-form';
import { FormError } from '../../../components/ui/form-error.js';
import { showServerErrors } from '../../../lib/form/server-errors.js';
import { useRequestPasswordResetMutation } from '../credentials.api.js';

/** Asks for a reset link. `onDone` gets the server's message, the same for known and unknown addresses. */
export function ForgotPasswordForm({ onDone }: { onDone: (message: string) => void }) {
  const [requestReset] = useRequestPasswordResetMutation();
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(forgotPasswordSchema),
    defaultValues: { email: '' },
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async (form) => {
    const { data, error } = await requestReset(form);
    if (error) showServerErrors(error, setError, ['email'], accountMessages.resetRequestFailed);
    else onDone(data.message);
  });

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack>
        <FormError message={errors.root?.message} />
        <TextInput
          label="Email"
          type="email"
          autoComplete="username"
          error={errors.email?.message}
          {...register('email')}
        />
        <Button type="submit" loading={isSubmitting} fullWidth>
          Send reset link
        </Button>
      </Stack>
    </form>
  );
}
