import { zodResolver } from '@hookform/resolvers/zod';
import { Button, Stack, Textarea, TextInput } from '@mantine/core';
import { type Contact, contactSchema, uiMessages } from '@waybill/contracts';
import { useForm } from 'react-hook-form';
import { FormError } from '../../components/ui/form-error.js';
import { showServerErrors } from '../../lib/form/server-errors.js';
import { useSendContactMessageMutation } from './contact.api.js';

/** Name, email, subject, message (spec §5). `onDone` gets the server's message. */
export function ContactForm({ onDone }: { onDone: (message: string) => void }) {
  const [send] = useSendContactMessageMutation();
  const { register, handleSubmit, setError, formState } = useForm<Contact>({
    resolver: zodResolver(contactSchema),
    defaultValues: { name: '', email: '', subject: '', message: '' },
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async (form) => {
    const { data, error } = await send(form);
    if (error) {
      showServerErrors(error, setError, ['name', 'email', 'subject', 'message'], uiMessages.contactFailed);
    } else onDone(data.message);
  });

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack>
        <FormError message={errors.root?.message} />
        <TextInput label="Name" autoComplete="name" error={errors.name?.message} {...register('name')} />
        <TextInput
          label="Email"
          type="email"
          autoComplete="email"
          error={errors.email?.message}
          {...register('email')}
        />
        <TextInput
          label="Subject"
          autoComplete="off"
          error={errors.subject?.message}
          {...register('subject')}
        />
        <Textarea
          label="Message"
          autosize
          minRows={5}
          maxRows={14}
          error={errors.message?.message}
          {...register('message')}
        />
        <Button type="submit" loading={isSubmitting}>
          Send message
        </Button>
      </Stack>
    </form>
  );
}
