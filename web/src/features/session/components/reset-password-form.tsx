import { zodResolver } from '@hookform/resolvers/zod';
import { Button, PasswordInput, Stack } from '@mantine/core';
import { resetPasswordFormSchema, accountMessages } from '@waybill/contracts';
import { useForm } from 'react-hook-form';
import { FormError } from '../../../components/ui/form-error.js';
import { showServerErrors } from '../../../lib/form/server-errors.js';
import { useResetPasswordMutation } from '../credentials.api.js';

/** Sets a new password for the account of a reset link. `onDone` gets the server's message. */
export function ResetPasswordForm({
  token,
  email,
  onDone,
}: {
  token: string;
  email: string;
  onDone: (message: string) => void;
}) {
  const [resetPassword] = useResetPasswordMutation();
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(resetPasswordFormSchema),
    defaultValues: { password: '', confirmPassword: '' },
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async ({ password }) => {
    const { data, error } = await resetPassword({ token, email, password });
    if (error) showServerErrors(error, setError, ['password'], accountMessages.resetFailed);
    else onDone(data.message);
  });

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack>
        <FormError message={errors.root?.message} />
        <PasswordInput
          label="New password"
          autoComplete="new-password"
          description="At least 8 characters"
          error={errors.password?.message}
          {...register('password')}
        />
        <PasswordInput
          label="Confirm new password"
          autoComplete="new-password"
          error={errors.confirmPassword?.message}
          {...register('confirmPassword')}
        />
        <Button type="submit" loading={isSubmitting} fullWidth>
          Reset password
        </Button>
      </Stack>
    </form>
  );
}
