import { zodResolver } from '@hookform/resolvers/zod';
import { Button, Group, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { fieldMessages, uiMessages, type ShareEmail, shareEmailSchema } from '@waybill/contracts';
import { useForm } from 'react-hook-form';
import { FormError } from '../../../components/ui/form-error.js';
import { resetSubmitted } from '../../../lib/form/reset-submitted.js';
import { showServerErrors } from '../../../lib/form/server-errors.js';
import { showSuccessToast } from '../../../lib/toast.js';
import { timings } from '../../../lib/timings.js';
import { useShareByEmailMutation } from '../sharing.api.js';

const empty: ShareEmail = { recipientEmail: '', recipientName: '' };

/** Sends the link by e-mail. `missing`: message for an empty field (spec §5 has two). */
export function EmailShareForm({ fileId, missing }: { fileId: string; missing: string }) {
  const [share] = useShareByEmailMutation();
  const { register, handleSubmit, setError, getValues, reset, formState } = useForm<ShareEmail>({
    resolver: zodResolver(shareEmailSchema),
    defaultValues: empty,
  });
  const { errors, isSubmitting } = formState;
  const messages = [errors.recipientEmail?.message, errors.recipientName?.message];
  const isIncomplete = messages.includes(fieldMessages.shareFieldsRequired);
  const [emailError, nameError] = messages.map((message) =>
    message === fieldMessages.shareFieldsRequired ? true : message,
  );

  const submit = handleSubmit(async (form) => {
    const submitted = getValues();
    const { data, error } = await share({ fileId, form });
    if (error) {
      showServerErrors(error, setError, ['recipientName', 'recipientEmail'], uiMessages.emailFailed);
    } else {
      showSuccessToast(data.message, timings.fileToast);
      resetSubmitted({ getValues, reset }, submitted, empty);
    }
  });

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="sm">
        <FormError message={isIncomplete ? missing : errors.root?.message} />
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          <TextInput
            label="Recipient’s name"
            autoComplete="off"
            error={nameError}
            {...register('recipientName')}
          />
          <TextInput
            label="Recipient’s email"
            type="email"
            autoComplete="off"
            error={emailError}
            {...register('recipientEmail')}
          />
        </SimpleGrid>
        <Group>
          <Button type="submit" size="sm" loading={isSubmitting} leftSection={<IconMail size={17} />}>
            Send email
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
