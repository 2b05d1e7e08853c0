import {
  Button,
  Checkbox,
  Group,
  NumberInput,
  PasswordInput,
  Select,
  SimpleGrid,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import type { LinkView, PlanId } from '@waybill/contracts';
import { type BaseSyntheticEvent, useState } from 'react';
import { Controller, type FieldErrors, useForm, type UseFormReturn, useWatch } from 'react-hook-form';
import { FormError } from '../../../components/ui/form-error.js';
import { usePlanLimits } from '../../../lib/config/config.api.js';
import { HALF_FILLED, isHalfFilled } from '../../../lib/form/half-filled.js';
import { showServerErrors } from '../../../lib/form/server-errors.js';
import { showSuccessToast } from '../../../lib/toast.js';
import { timings } from '../../../lib/timings.js';
import {
  draftOf,
  emptyDraft,
  isGated,
  type LinkDraft,
  toLinkChanges,
  toLinkSettings,
} from '../link-draft.js';
import { type LinkedTarget, useChangeLinkMutation, useCreateLinkMutation } from '../links.api.js';

const limits = [
  { value: 'none', label: 'No limit' },
  { value: 'once', label: 'One download' },
  { value: 'number', label: 'A number of downloads' },
];

/**
 * Form for a new link or the settings of an existing link. The first link takes all but its name and its mails from
 * its target. Sends the fields that differ from the link as it was when the form was opened, so that a change from
 * elsewhere is kept. `onDone` gets whether a gate or a limit was set.
 */
export function LinkForm({
  target,
  link: current = null,
  plan,
  hasAccount,
  onDone,
  onCancel,
}: {
  target: LinkedTarget;
  link?: LinkView | null;
  plan: PlanId;
  hasAccount: boolean;
  onDone: (isGated: boolean) => void;
  onCancel: () => void;
}) {
  const [link] = useState(current);
  const [create] = useCreateLinkMutation();
  const [change] = useChangeLinkMutation();
  const { passwordProtection: isPaid, linksPerFile } = usePlanLimits(plan);
  const form = useForm<LinkDraft>({
    defaultValues: link ? draftOf(link) : emptyDraft,
  });
  const { register, handleSubmit, setError, formState } = form;
  const { errors, isSubmitting } = formState;

  const submit = async (draft: LinkDraft, event?: BaseSyntheticEvent) => {
    if (isHalfFilled(event, 'expiry')) {
      setError('expiry', { message: HALF_FILLED }, { shouldFocus: true });
      return;
    }
    const settings = link ? toLinkChanges(draft, link) : toLinkSettings(draft);
    const { error } = link ? await change({ id: link.id, settings }) : await create({ target, settings });
    if (error) {
      const fallback = link ? 'The link could not be changed' : 'The link could not be made';
      showServerErrors(error, setError, ['name', 'password', 'slug'], fallback);
      return;
    }
    showSuccessToast(link ? 'Link changed' : 'Link made', timings.fileToast);
    onDone(isGated(settings));
  };

  return (
    <form
      onSubmit={(event) => void handleSubmit(submit)(event)}
      noValidate
      aria-label={link ? 'Edit link' : 'New link'}
    >
      <Stack gap="md">
        <FormError message={errors.root?.message} />
        {link?.isFirst ? (
          <NameField form={form} errors={errors} />
        ) : (
          <>
            <LinkFields form={form} errors={errors} link={link} kind={target.kind} isPaid={isPaid} />
            {link?.isPasswordProtected && (
              <Checkbox label="Remove the password" {...register('removesPassword')} />
            )}
            <Checkbox
              label={`View only: the ${target.kind === 'file' ? 'file' : 'files'} cannot be downloaded`}
              {...register('isViewOnly')}
            />
            <EmailFields form={form} isPaid={isPaid} />
          </>
        )}
        {hasAccount && <Checkbox label="Send me no mails about this link" {...register('isMuted')} />}
        {!isPaid && !link?.isFirst && (
          <Text size="sm" c="dimmed">
            Passwords, email addresses and addresses of your own need a paid plan. Yours has {linksPerFile}{' '}
            links per {target.kind}.
          </Text>
        )}
        <Group>
          <Button type="submit" size="sm" loading={isSubmitting}>
            {link ? 'Save' : 'Make link'}
          </Button>
          <Button size="sm" variant="default" onClick={onCancel}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function NameField({
  form: { register },
  errors,
}: {
  form: UseFormReturn<LinkDraft>;
  errors: FieldErrors<LinkDraft>;
}) {
  return (
    <TextInput
      label="Name"
      description="Only you see it."
      autoComplete="off"
      autoFocus
      error={errors.name?.message}
      {...register('name')}
    />
  );
}

/** Name, expiry, download limit, password and address of a link. */
function LinkFields({
  form,
  errors,
  link,
  kind,
  isPaid,
}: {
  form: UseFormReturn<LinkDraft>;
  errors: FieldErrors<LinkDraft>;
  link: LinkView | null;
  kind: LinkedTarget['kind'];
  isPaid: boolean;
}) {
  const { register, control } = form;
  const limit = useWatch({ control, name: 'limit' });
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
      <NameField form={form} errors={errors} />
      <TextInput
        label="Expires"
        description={`Empty: with the ${kind}.`}
        type="datetime-local"
        error={errors.expiry?.message}
        {...register('expiry')}
      />
      <Controller
        control={control}
        name="limit"
        render={({ field: { value, onChange, onBlur } }) => (
          <Select
            label="Downloads"
            data={limits}
            value={value}
            onChange={onChange}
            onBlur={onBlur}
            allowDeselect={false}
          />
        )}
      />
      {limit === 'number' && (
        <Controller
          control={control}
          name="downloads"
          render={({ field: { value, onChange, onBlur } }) => (
            <NumberInput
              label="How many"
              min={1}
              max={1_000_000}
              allowDecimal={false}
              value={value}
              onChange={onChange}
              onBlur={onBlur}
            />
          )}
        />
      )}
      <PasswordInput
        label="Password"
        description={link?.isPasswordProtected ? 'Empty: as it is.' : undefined}
        autoComplete="new-password"
        disabled={!isPaid}
        error={errors.password?.message}
        {...register('password')}
      />
      <TextInput
        label="Address"
        placeholder="random"
        autoComplete="off"
        disabled={!isPaid}
        error={errors.slug?.message}
        {...register('slug')}
      />
    </SimpleGrid>
  );
}

/** The gate that asks visitors for their e-mail address. */
function EmailFields({
  form: { register, control },
  isPaid,
}: {
  form: UseFormReturn<LinkDraft>;
  isPaid: boolean;
}) {
  const asksForEmail = useWatch({ control, name: 'asksForEmail' });
  return (
    <>
      <Checkbox label="Ask for an email address" disabled={!isPaid} {...register('asksForEmail')} />
      {asksForEmail && (
        <Stack gap="sm" pl={{ base: 0, xs: 'xl' }}>
          <Checkbox label="Mail a code there first" {...register('verifiesEmail')} />
          <Textarea
            label="Only for"
            description="Addresses, or @example.org for everyone there. Empty: anyone."
            autosize
            minRows={2}
            {...register('allowedEmails')}
          />
        </Stack>
      )}
    </>
  );
}
