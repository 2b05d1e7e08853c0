import { zodResolver } from '@hookform/resolvers/zod';
import { Button, Group, PasswordInput, Stack, TextInput } from '@mantine/core';
import { type Login, loginSchema, accountMessages } from '@waybill/contracts';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { FormError } from '../../../components/ui/form-error.js';
import { TextLink } from '../../../components/ui/text-link.js';
import { isApiError, sentenceOf } from '../../../lib/api/api-error.js';
import { showServerErrors } from '../../../lib/form/server-errors.js';
import { paths } from '../../../lib/paths.js';
import { useLogInMutation } from '../credentials.api.js';

/** E-mail and password (spec §5). Does not navigate: the page reacts to the new session. */
export function LoginForm() {
  const [logIn] = useLogInMutation();
  const { register, handleSubmit, setError, formState } = useForm<Login>({
    resolver: zodResolver(loginSchema),
    defaultValues: { email: '', password: '' },
  });
  const { errors, isSubmitting } = formState;
  const [needsCode, setNeedsCode] = useState(false);

  const submit = handleSubmit(async (form) => {
    const { error } = await logIn(needsCode ? form : { email: form.email, password: form.password });
    if (isApiError(error) && error.code === 'auth.code-required') setNeedsCode(true);
    else if (isApiError(error) && error.code === 'auth.incorrect-code') {
      setError('code', { message: sentenceOf(error, accountMessages.loginFailed) }, { shouldFocus: true });
    } else if (error) showServerErrors(error, setError, ['email', 'password'], accountMessages.loginFailed);
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
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          error={errors.password?.message}
          {...register('password')}
        />
        {needsCode && (
          <TextInput
            label="Code"
            description="Six digits of your authenticator app. Lost your phone? Enter a recovery code."
            autoComplete="one-time-code"
            autoFocus
            error={errors.code?.message}
            {...register('code')}
          />
        )}
        <Group justify="flex-end">
          <TextLink to={paths.forgotPassword} size="sm">
            Forgot password?
          </TextLink>
        </Group>
        <Button type="submit" loading={isSubmitting} fullWidth>
          Log In
        </Button>
      </Stack>
    </form>
  );
}
