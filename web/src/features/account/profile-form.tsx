import { zodResolver } from '@hookform/resolvers/zod';
import { Button, Group, Stack, TextInput } from '@mantine/core';
import { profileSchema, accountMessages, type User } from '@waybill/contracts';
import { useForm } from 'react-hook-form';
import { FormError } from '../../components/ui/form-error.js';
import { showServerErrors } from '../../lib/form/server-errors.js';
import { showSuccessToast } from '../../lib/toast.js';
import { timings } from '../../lib/timings.js';
import { useSaveProfileMutation } from './account.api.js';

/** Profile: editable name, read-only e-mail address (spec §5). */
export function ProfileForm({ user }: { user: User }) {
  const [save] = useSaveProfileMutation();
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(profileSchema),
    defaultValues: { name: user.name },
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async (form) => {
    const { error } = await save(form);
    if (error) showServerErrors(error, setError, ['name'], accountMessages.profileFailed);
    else showSuccessToast('Profile updated', timings.accountToast);
  });

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack>
        <FormError message={errors.root?.message} />
        <TextInput label="Name" autoComplete="name" error={errors.name?.message} {...register('name')} />
        <TextInput
          label="Email"
          value={user.email}
          readOnly
          variant="filled"
          description="Your e-mail address cannot be changed."
        />
        <Group>
          <Button type="submit" loading={isSubmitting}>
            Save changes
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
