import { Alert, Button, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { IconAlertTriangle, IconFileUpload, IconUserQuestion } from '@tabler/icons-react';
import {
  emailSchema,
  fieldMessages,
  formatSize,
  type PublicFileRequest,
  uiMessages,
  type User,
} from '@waybill/contracts';
import { type ReactNode, useCallback, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { FileInput } from '../../../components/ui/file-input.js';
import { plural } from '../../../lib/format/duration.js';
import { useFileDrop } from '../../../lib/use-file-drop.js';
import classes from './send-form.module.css';

interface Sender {
  readonly sender: string;
  readonly senderEmail: string;
}

/** Facts about a file that the server needs before its first byte. */
export interface Destination extends Sender {
  /** Token of a request with a password. */
  readonly token: string | null;
}

/**
 * Form for the sender's name and files. An upload starts as soon as its file is chosen. `onSend` returns the number of
 * files that were not being sent already. `children` shows the files being sent.
 */
export function SendForm({
  request,
  token,
  user,
  onSend,
  children,
}: {
  request: PublicFileRequest;
  token: string | null;
  user: User | null;
  onSend: (files: readonly File[], destination: Destination) => number;
  children: (destination: () => Destination) => ReactNode;
}) {
  const [problem, setProblem] = useState<string | null>(null);
  /** Chosen files that are not sent yet, because the sender's name or address is missing or invalid. */
  const [held, setHeld] = useState<readonly File[]>([]);
  const { register, trigger, getValues, formState } = useForm<Sender>({
    mode: 'onTouched',
    defaultValues: { sender: user?.name ?? '', senderEmail: user?.email ?? '' },
  });
  const { errors } = formState;
  const destination = useCallback(() => ({ token, ...trimmed(getValues()) }), [token, getValues]);

  async function take(files: readonly File[]) {
    setProblem(null);
    setHeld(files);
    if (!(await trigger(undefined, { shouldFocus: true }))) return;
    setHeld([]);
    const fitting = files.filter(({ size }) => size <= request.maxFileSize);
    const added = onSend(fitting, destination());
    if (fitting.length < files.length) setProblem(describeSkipped(files.length - fitting.length, request));
    else if (added < files.length)
      setProblem(added === 0 ? uiMessages.uploadDuplicates : uiMessages.uploadSomeDuplicates);
  }

  function takeMore(files: readonly File[]) {
    if (files.length === 0) setProblem(uiMessages.uploadEmptyFolder);
    else void take([...held, ...files]);
  }
  const { zone, isOver } = useFileDrop(takeMore);
  const chooser = useRef<HTMLInputElement>(null);
  const open = () => chooser.current?.click();
  return (
    <Stack gap="lg">
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <TextInput
          label="Your name"
          autoComplete="name"
          maxLength={100}
          error={errors.sender?.message}
          {...register('sender', { validate: (name) => name.trim() !== '' || fieldMessages.nameRequired })}
        />
        <TextInput
          label="Your email"
          description="Optional."
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          type="email"
          autoComplete="email"
          error={errors.senderEmail?.message}
          {...register('senderEmail', {
            validate: (email) =>
              email.trim() === '' || emailSchema.safeParse(email).success || fieldMessages.emailInvalid,
          })}
        />
      </SimpleGrid>
      <div {...zone} className={classes.zone} data-over={isOver || undefined} onClick={open}>
        <FileInput ref={chooser} label="Files to send" onFiles={takeMore} />
        <IconFileUpload size={34} stroke={1.5} aria-hidden />
        <Text fw={600} fz="lg">
          {isOver ? 'Let go to send' : 'Drop files here'}
        </Text>
        <Button
          onClick={(event) => {
            event.stopPropagation();
            open();
          }}
        >
          Choose files
        </Button>
        <Text c="dimmed" size="sm">
          Up to {sizeOf(request)} each.
        </Text>
      </div>
      {held.length > 0 && (
        <Alert color="gray" icon={<IconUserQuestion />} role="status" title="Who sends them?">
          <Stack gap="sm" align="flex-start">
            <Text size="sm">
              Please complete your name and email above, then send {plural(held.length, 'file')}.
            </Text>
            <Button size="sm" onClick={() => void take(held)}>
              Send
            </Button>
          </Stack>
        </Alert>
      )}
      {problem !== null && (
        <Alert color="red" icon={<IconAlertTriangle />} role="alert">
          {problem}
        </Alert>
      )}
      {children(destination)}
    </Stack>
  );
}

function trimmed({ sender, senderEmail }: Sender): Sender {
  return { sender: sender.trim(), senderEmail: senderEmail.trim() };
}

function sizeOf({ maxFileSize }: PublicFileRequest): string {
  return formatSize(maxFileSize).replace('.00', '');
}

function describeSkipped(count: number, request: PublicFileRequest): string {
  return `${count === 1 ? 'One file is' : `${count} files are`} larger than ${sizeOf(request)} and cannot be sent.`;
}
