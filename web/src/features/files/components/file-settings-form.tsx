import { zodResolver } from '@hookform/resolvers/zod';
import { Button, Group, PasswordInput, Select, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useId, useState } from 'react';
import { type FileSettings, type FileView, type PlanId, uiMessages } from '@waybill/contracts';
import { Controller, useForm, useWatch } from 'react-hook-form';
import { FormError } from '../../../components/ui/form-error.js';
import { resetSubmitted } from '../../../lib/form/reset-submitted.js';
import { showServerErrors } from '../../../lib/form/server-errors.js';
import {
  canChangeExpiry,
  expiryChoices,
  initialSettings,
  type SettingsFacts,
  settingsFormSchema,
  type SettingsFlow,
  toSettings,
} from '../file-settings.js';
import { useSaveSettingsMutation } from '../file-changes.api.js';
import { usePlanLimits } from '../../../lib/config/config.api.js';
import { UpgradeHint } from './upgrade-hint.js';

interface SettingsFormProps {
  readonly plan: PlanId;
  readonly flow: SettingsFlow;
  readonly onSaved: () => void;
  readonly onCancel?: () => void;
}

/** Settings of a file (spec §2, §5). */
export function FileSettingsForm({ file, ...props }: SettingsFormProps & { file: FileView }) {
  const [save] = useSaveSettingsMutation();
  return (
    <SettingsForm
      file={file}
      save={async (settings) => (await save({ id: file.id, settings })).error}
      {...props}
    />
  );
}

/**
 * Name, protection and expiry of a file or bundle. Keeps a name and a password that were changed elsewhere since the
 * form was opened. `save` resolves to the error, or to nothing.
 */
export function SettingsForm({
  file: current,
  plan,
  flow,
  save,
  nameLabel = 'Document name',
  onSaved,
  onCancel,
}: SettingsFormProps & {
  file: SettingsFacts;
  save: (settings: FileSettings) => Promise<unknown>;
  nameLabel?: string;
}) {
  const limits = usePlanLimits(plan);
  const [opened, setOpened] = useState({ originalName: current.originalName, password: current.password });
  const file = { ...current, ...opened };
  const isProtected = file.password.Valid;
  const [openedAt] = useState(() => new Date());
  const initial = initialSettings(file, limits, flow, openedAt);
  const { register, control, handleSubmit, setError, getValues, reset, formState } = useForm({
    resolver: zodResolver(settingsFormSchema(isProtected)),
    defaultValues: initial,
  });
  const { errors, isSubmitting } = formState;
  const hasPassword = useWatch({ control, name: 'hasPassword' });
  const canProtect = limits.passwordProtection;
  const hintId = useId();

  const submit = handleSubmit(async (form) => {
    const submitted = getValues();
    const settings = toSettings(form, { file, limits, flow, now: new Date() });
    const wasRenamedElsewhere =
      form.documentName === opened.originalName && current.originalName !== opened.originalName;
    if (wasRenamedElsewhere) delete settings.originalName;
    if (!form.hasPassword && !isProtected && current.password.Valid) delete settings.password;
    const error = await save(settings);
    const fallback = flow === 'create' ? uiMessages.createSaveFailed : uiMessages.fileUpdateFailed;
    if (error) {
      showServerErrors(error, setError, ['password'], fallback);
      return;
    }
    setOpened({ originalName: form.documentName, password: { Valid: form.hasPassword } });
    // Clear the password, because a further save would set it again and end the access of all visitors.
    resetSubmitted({ getValues, reset }, submitted, { ...form, password: '', expiry: initial.expiry });
    onSaved();
  });

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="lg">
        <FormError message={errors.root?.message} />
        <TextInput
          label={nameLabel}
          autoComplete="off"
          error={errors.documentName?.message}
          {...register('documentName')}
        />
        <Stack gap="sm">
          <Controller
            control={control}
            name="hasPassword"
            render={({ field: { value, ...field } }) => (
              <Switch
                label="Password protection"
                aria-describedby={hintId}
                disabled={!canProtect}
                checked={value}
                {...field}
              />
            )}
          />
          <Text id={hintId} size="xs" c="dimmed" mt={-6}>
            Whoever opens the link is asked for the password first.
          </Text>
          {hasPassword && canProtect && (
            <PasswordInput
              label="Password"
              autoComplete="new-password"
              placeholder={isProtected ? 'Unchanged' : undefined}
              error={errors.password?.message}
              {...register('password')}
            />
          )}
        </Stack>
        <Controller
          control={control}
          name="expiry"
          render={({ field }) => (
            <Select
              label="Expires after"
              data={expiryChoices(file, limits, flow, openedAt)}
              value={field.value}
              onChange={field.onChange}
              onBlur={field.onBlur}
              disabled={!canChangeExpiry(file, limits)}
              allowDeselect={false}
              checkIconPosition="right"
            />
          )}
        />
        {!canProtect && <UpgradeHint limits={limits} />}
        <Group justify={onCancel ? 'flex-end' : 'flex-start'}>
          {onCancel && (
            <Button variant="default" onClick={onCancel}>
              Cancel
            </Button>
          )}
          <Button type="submit" loading={isSubmitting}>
            {flow === 'create' ? 'Save and share' : 'Save changes'}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
