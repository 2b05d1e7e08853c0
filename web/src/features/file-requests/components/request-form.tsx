import {
  Button,
  Checkbox,
  Group,
  NumberInput,
  PasswordInput,
  SimpleGrid,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { fieldMessages, type FileRequestView, formatSize, type PlanId } from '@waybill/contracts';
import { type BaseSyntheticEvent, useState } from 'react';
import { Controller, type Control, type FieldErrors, useForm, type UseFormReturn } from 'react-hook-form';
import { FormError } from '../../../components/ui/form-error.js';
import { usePlanLimits } from '../../../lib/config/config.api.js';
import { HALF_FILLED, isHalfFilled } from '../../../lib/form/half-filled.js';
import { showServerErrors } from '../../../lib/form/server-errors.js';
import { timings } from '../../../lib/timings.js';
import { showSuccessToast } from '../../../lib/toast.js';
import { useChangeFileRequestMutation, useCreateFileRequestMutation } from '../file-requests.api.js';
import { draftOf, type RequestDraft, toNewRequest, toRequestChanges } from '../request-draft.js';

/**
 * Form for a new file request, or for the settings of one. Sends the fields that differ from the request as it was when
 * the form was opened, so that a change from elsewhere is kept.
 */
export function RequestForm({
  request: current = null,
  plan,
  onDone,
  onCancel,
}: {
  request?: FileRequestView | null;
  plan: PlanId;
  onDone: () => void;
  onCancel: () => void;
}) {
  const [request] = useState(current);
  const [create] = useCreateFileRequestMutation();
  const [change] = useChangeFileRequestMutation();
  const { passwordProtection: isPaid } = usePlanLimits(plan);
  const form = useForm<RequestDraft>({
    defaultValues: draftOf(request),
  });
  const { register, handleSubmit, setError, formState } = form;
  const { errors, isSubmitting } = formState;

  const submit = async (draft: RequestDraft, event?: BaseSyntheticEvent) => {
    if (isHalfFilled(event, 'expiry')) {
      setError('expiry', { message: HALF_FILLED }, { shouldFocus: true });
      return;
    }
    const { error } = request
      ? await change({ id: request.id, settings: toRequestChanges(draft, request) })
      : await create(toNewRequest(draft));
    if (error) {
      const fields = ['title', 'message', 'maxFiles', 'slug', 'password'] as const;
      showServerErrors(error, setError, fields, 'The file request could not be saved');
      return;
    }
    showSuccessToast(request ? 'File request changed' : 'File request made', timings.fileToast);
    onDone();
  };

  return (
    <form
      onSubmit={(event) => void handleSubmit(submit)(event)}
      noValidate
      aria-label={request ? 'Edit file request' : 'New file request'}
    >
      <Stack gap="md">
        <FormError message={errors.root?.message} />
        <TextInput
          label="What do you ask for?"
          placeholder="Invoices of 2026"
          autoComplete="off"
          autoFocus
          error={errors.title?.message}
          {...register('title', { required: fieldMessages.requestTitleRequired })}
        />
        <Textarea
          label="Message"
          description="Everyone who has the link reads it."
          autosize
          minRows={2}
          error={errors.message?.message}
          {...register('message')}
        />
        <LimitFields form={form} errors={errors} request={request} plan={plan} />
        {request?.isPasswordProtected && (
          <Checkbox label="Remove the password" {...register('removesPassword')} />
        )}
        {!isPaid && (
          <Text size="sm" c="dimmed">
            Passwords and addresses of your own need a paid plan.
          </Text>
        )}
        <Group>
          <Button type="submit" size="sm" loading={isSubmitting}>
            {request ? 'Save' : 'Make file request'}
          </Button>
          <Button size="sm" variant="default" onClick={onCancel}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Number and size of files, closing time, address and password of a file request. */
function LimitFields({
  form: { register, control },
  errors,
  request,
  plan,
}: {
  form: UseFormReturn<RequestDraft>;
  errors: FieldErrors<RequestDraft>;
  request: FileRequestView | null;
  plan: PlanId;
}) {
  const { passwordProtection: isPaid, maxFileSize } = usePlanLimits(plan);
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
      <NumberField control={control} name="maxFiles" label="Files" description="How many it takes in all." />
      <NumberField
        control={control}
        name="maxMegabytes"
        label="Largest file, in MB"
        description={`Empty: ${formatSize(maxFileSize).replace('.00', '')}, as in your plan.`}
      />
      <TextInput
        label="Open until"
        description="Empty: until you close it."
        type="datetime-local"
        error={errors.expiry?.message}
        {...register('expiry')}
      />
      <TextInput
        label="Address"
        description="The end of the link."
        placeholder="random"
        autoComplete="off"
        disabled={!isPaid && request === null}
        error={errors.slug?.message}
        {...register('slug')}
      />
      <PasswordInput
        label="Password"
        description={request?.isPasswordProtected ? 'Empty: as it is.' : 'Senders have to enter it.'}
        autoComplete="new-password"
        disabled={!isPaid}
        error={errors.password?.message}
        {...register('password')}
      />
    </SimpleGrid>
  );
}

function NumberField({
  control,
  name,
  label,
  description,
}: {
  control: Control<RequestDraft>;
  name: 'maxFiles' | 'maxMegabytes';
  label: string;
  description: string;
}) {
  return (
    <Controller
      control={control}
      name={name}
      render={({ field: { value, onChange, onBlur }, fieldState: { error } }) => (
        <NumberInput
          label={label}
          description={description}
          min={1}
          max={name === 'maxFiles' ? 10_000 : undefined}
          allowDecimal={name !== 'maxFiles'}
          allowNegative={false}
          value={value}
          onChange={onChange}
          onBlur={onBlur}
          error={error?.message}
        />
      )}
    />
  );
}
