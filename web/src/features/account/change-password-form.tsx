import { zodResolver } from '@hookform/resolvers/zod';
import { Button, Group, PasswordInput, Stack } from '@mantine/core';
import { changePasswordFormSchema, accountMessages } from '@waybill/contracts';
import { useForm } from 'react-hook-form';
import { FormError } from '../../components/ui/form-error.js';
import { showServerErrors } from '../../lib/form/server-errors.js';
import { showSuccessToast } from '../../lib/toast.js';
import { timings } from '../../lib/timings.js';
import { useChangePasswordMutation } from './account.api.js';

/** The current password and a new one, twice (spec §5). */
export function ChangePasswordForm() {
  const [changePassword] = useChangePasswordMutation();
  const { register, handleSubmit, setError, reset, formState } = useForm({
    resolver: zodResolver(changePasswordFormSchema),
    defaultValues: { current_password: '', new_password: '', confirm_password: '' },
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async ({ current_password, new_password }) => {
    const { data, error } = await changePassword({ current_password, new_password });
    if (error) {
      showServerErrors(
        error,
        setError,
        ['current_password', 'new_password'],
        accountMessages.passwordChangeFailed,
      );
    } else {
      showSuccessToast(data.message, timings.accountToast);
      reset();
    }
  });

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack>
        <FormError message={errors.root?.message} />
        <PasswordInput
          label="Current password"
          autoComplete="current-password"
          error={errors.current_password?.message}
          {...register('current_password')}
        />
        <PasswordInput
          label="New password"
          autoComplete="new-password"
          description="At least 8 characters. Your other sessions are signed out. Access tokens stay valid until you revoke them below; a reset by e-mail revokes them too."
          error={errors.new_password?.message}
          {...register('new_password')}
        />
        <PasswordInput
          label="Confirm new password"
          autoComplete="new-password"
          error={errors.confirm_password?.message}
          {...register('confirm_password')}
        />
        <Group>
          <Button type="submit" loading={isSubmitting}>
            Change password
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
