import { zodResolver } from '@hookform/resolvers/zod';
import { Button, Group, Modal, PasswordInput, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { deleteAccountSchema, accountMessages } from '@waybill/contracts';
import { useForm } from 'react-hook-form';
import { useDispatch } from 'react-redux';
import { FormError } from '../../components/ui/form-error.js';
import { api } from '../../lib/api/api.js';
import { showServerErrors } from '../../lib/form/server-errors.js';
import { clearLoginDestination } from '../../lib/login-destination.js';
import { showSuccessToast } from '../../lib/toast.js';
import { timings } from '../../lib/timings.js';
import { useDeleteAccountMutation } from './account.api.js';

const GONE = 'Your account and everything in it has been deleted.';

/** Deletes the account: lists what is deleted and asks for the password. */
export function DeleteAccount() {
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <Stack component="section" aria-labelledby="delete-account" align="flex-start">
      <div>
        <Title order={2} id="delete-account" fz="h3">
          Delete account
        </Title>
        <Text size="sm" c="dimmed">
          Your files, their links and all that is known of their visitors go with it. A paid plan ends at
          once.
        </Text>
      </div>
      <Button color="red" variant="light" onClick={open}>
        Delete account
      </Button>
      <Modal opened={isOpen} onClose={close} title="Delete your account?" centered>
        <DeletionForm onCancel={close} />
      </Modal>
    </Stack>
  );
}

function DeletionForm({ onCancel }: { onCancel: () => void }) {
  const [deleteAccount] = useDeleteAccountMutation();
  const dispatch = useDispatch();
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(deleteAccountSchema),
    defaultValues: { password: '' },
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async (form) => {
    const { error } = await deleteAccount(form);
    if (error) {
      showServerErrors(error, setError, ['password'], accountMessages.accountDeleteFailed);
      return;
    }
    clearLoginDestination(true);
    // The session ended with the account. Clear its data, so that pages that require a login redirect to /login.
    dispatch(api.util.resetApiState());
    showSuccessToast(GONE, timings.accountToast);
  });

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack>
        <Text size="sm">This cannot be undone. Links that you have shared stop working at once.</Text>
        <FormError message={errors.root?.message} />
        <PasswordInput
          label="Your password"
          autoComplete="current-password"
          data-autofocus
          error={errors.password?.message}
          {...register('password')}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            Keep it
          </Button>
          <Button type="submit" color="red" loading={isSubmitting}>
            Delete for good
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
