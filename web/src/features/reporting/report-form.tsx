import { zodResolver } from '@hookform/resolvers/zod';
import { Alert, Button, Group, NativeSelect, Paper, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { type ReportForm as Form, reportSchema } from '@waybill/contracts';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { FormError } from '../../components/ui/form-error.js';
import { showServerErrors } from '../../lib/form/server-errors.js';
import { takeLostFocus } from '../../lib/pass-focus.js';
import { reportReasons } from './report-reasons.js';
import { type ReportTarget, useReportMutation } from './reporting.api.js';

const options = [
  { value: '', label: 'Choose a reason' },
  ...Object.entries(reportReasons).map(([value, label]) => ({ value, label })),
];

/** Reason, message and e-mail address of a report. The server's answer takes the place of a report that was sent. */
export function ReportForm({
  target,
  isBundle,
  onCancel,
}: {
  target: ReportTarget;
  isBundle: boolean;
  onCancel: () => void;
}) {
  const [report] = useReportMutation();
  const [answer, setAnswer] = useState<string>();
  const { register, handleSubmit, setError, formState } = useForm<
    z.input<typeof reportSchema>,
    unknown,
    Form
  >({
    resolver: zodResolver(reportSchema),
    defaultValues: { message: '', email: '' },
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async (form) => {
    const { data, error } = await report({ ...target, form });
    if (error) {
      showServerErrors(
        error,
        setError,
        ['reason', 'message', 'email'],
        'Your report could not be sent. Please try again.',
      );
    } else setAnswer(data.message);
  });

  if (answer !== undefined) {
    return <Alert role="status" ref={takeLostFocus} tabIndex={-1} title={answer} maw={560} />;
  }
  return (
    <Paper
      p="lg"
      maw={560}
      component="section"
      aria-label={isBundle ? 'Report these files' : 'Report this file'}
    >
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack>
          <Text size="sm" c="dimmed">
            The administrators of this Waybill will read your report. The owner of the{' '}
            {isBundle ? 'files' : 'file'} never learns who sent it.
          </Text>
          <FormError message={errors.root?.message} />
          <NativeSelect
            label="Reason"
            autoFocus
            data={options}
            error={errors.reason?.message}
            {...register('reason')}
          />
          <Textarea
            label="Message (optional)"
            autosize
            minRows={3}
            maxRows={10}
            error={errors.message?.message}
            {...register('message')}
          />
          <TextInput
            label="Your e-mail address (optional)"
            type="email"
            autoComplete="email"
            error={errors.email?.message}
            {...register('email')}
          />
          <Group gap="sm">
            <Button type="submit" loading={isSubmitting}>
              Send report
            </Button>
            <Button variant="default" onClick={onCancel}>
              Cancel
            </Button>
          </Group>
        </Stack>
      </form>
    </Paper>
  );
}
