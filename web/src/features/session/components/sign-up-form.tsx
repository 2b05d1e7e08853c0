import { zodResolver } from '@hookform/resolvers/zod';
import { Anchor, Button, Checkbox, PasswordInput, Stack, TextInput } from '@mantine/core';
import { accountMessages, type SignUp, signUpSchema } from '@waybill/contracts';
import { useForm } from 'react-hook-form';
import { FormError } from '../../../components/ui/form-error.js';
import { showServerErrors } from '../../../lib/form/server-errors.js';
import { paths } from '../../../lib/paths.js';
import { useSignUpMutation } from '../credentials.api.js';

const fields = ['name', 'email', 'password', 'confirmPassword', 'agreeToTerms'] as const;

/**
 * Creates an account (spec §5). `onDone` gets the server's message for the login page. `invitation`: token of the
 * mailed link, with the address that it is for.
 */
export function SignUpForm({
  invitation,
  email = '',
  onDone,
}: {
  invitation?: string | undefined;
  email?: string | undefined;
  onDone: (message: string) => void;
}) {
  const [signUp] = useSignUpMutation();
  const { register, handleSubmit, setError, formState } = useForm<SignUp>({
    resolver: zodResolver(signUpSchema),
    defaultValues: { name: '', email, password: '', confirmPassword: '', agreeToTerms: false },
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async (form) => {
    const { data, error } = await signUp({ ...form, ...(invitation !== undefined && { invitation }) });
    if (error) showServerErrors(error, setError, fields, accountMessages.signupFailed);
    else onDone(data.message);
  });

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack>
        <FormError message={errors.root?.message} />
        <TextInput label="Full Name" autoComplete="name" error={errors.name?.message} {...register('name')} />
        <TextInput
          label="Email address"
          type="email"
          autoComplete="username"
          error={errors.email?.message}
          {...register('email')}
        />
        <PasswordInput
          label="Password"
          autoComplete="new-password"
          description="At least 8 characters"
          error={errors.password?.message}
          {...register('password')}
        />
        <PasswordInput
          label="Confirm Password"
          autoComplete="new-password"
          error={errors.confirmPassword?.message}
          {...register('confirmPassword')}
        />
        <Checkbox
          label={
            <>
              I agree to the{' '}
              <Anchor href={paths.terms} target="_blank" rel="noopener" inherit underline="always">
                Terms of Service and Privacy Policy
              </Anchor>
            </>
          }
          error={errors.agreeToTerms?.message}
          {...register('agreeToTerms')}
        />
        <Button type="submit" loading={isSubmitting} fullWidth>
          Sign Up
        </Button>
      </Stack>
    </form>
  );
}
