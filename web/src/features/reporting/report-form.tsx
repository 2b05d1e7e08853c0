import { zodResolver } from '@hookform/resolvers/zod';
import { Button, Group, NativeSelect, Paper, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { type ReportForm as Form, reportSchema } from '@waybill/contracts';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { FormError } from '../../components/ui/form-error.js';
import { showServerErrors } from '../../lib/form/server-errors.js';
import { reportReasons } from './report-reasons.js';
import { type ReportTarget, useReportMutation } from './reporting.api.js';

const options = [
  { value: '', label: 'Choose a reason' },
  ...Object.entries(reportReasons).map(([value, label]) => ({ value, label })),
];

/** Reason, message and e-mail address of a report. `onDone` gets the server's message. */
export function ReportForm({
  target,
  isBundle,
  onDone,
  onCancel,
}: {
  target: ReportTarget;
  isBundle: boolean;
  onDone: (message: string) => void;
  onCancel: () => void;
}) {
  const [report] = useReportMutation();
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
    } else onDone(data.message);
  });

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
