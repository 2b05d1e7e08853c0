import { Alert, Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core';
import { type WebhookEvent, webhookEventSchema } from '@waybill/contracts';
import { type SubmitEvent, useState } from 'react';
import { CopyField } from '../../components/ui/copy-field.js';
import { sentenceOf } from '../../lib/api/api-error.js';
import { useCreateWebhookMutation } from './webhooks.api.js';

const labels: Readonly<Record<WebhookEvent, string>> = {
  'upload.finished': 'A file was uploaded',
  'visit.started': 'Somebody opened a file',
  'visit.ended': 'A visit ended',
  'file.expired': 'A file expired',
  'file.deleted': 'A file was deleted',
  'link.used-up': 'A link was used up',
  'request.received': 'Somebody sent a file to a request',
  'file.infected': 'Malware was found in a file',
  'file.taken-down': 'A file was taken down',
};

/** Form of a new webhook. Shows its secret once. */
export function NewWebhook() {
  const [create, { error, isLoading }] = useCreateWebhookMutation();
  // Not the result of the mutation, which is dropped at the next submit although the secret is shown only here.
  const [secret, setSecret] = useState<string>();
  const [url, setUrl] = useState('');
  const [isUrlMissing, setUrlMissing] = useState(false);
  const [chosen, setChosen] = useState<string[]>(['upload.finished', 'visit.started']);

  async function submit(event: SubmitEvent) {
    event.preventDefault();
    setUrlMissing(url.trim() === '');
    if (url.trim() === '') return;
    const events = webhookEventSchema.options.filter((one) => chosen.includes(one));
    const answer = await create({ url, events });
    if (!answer.data) return;
    setSecret(answer.data.secret);
    setUrl((now) => (now === url ? '' : now));
  }

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack>
        {secret !== undefined && (
          <Alert title="Copy the secret of the webhook now" role="status">
            <Stack gap="xs">
              <Text size="sm">With it your server checks the signatures. It is not shown again.</Text>
              <CopyField label="Secret" value={secret} button="Copy secret" done="Secret copied" />
            </Stack>
          </Alert>
        )}
        <TextInput
          label="Address of a new webhook"
          placeholder="https://example.com/waybill"
          type="url"
          autoComplete="off"
          value={url}
          error={isUrlMissing ? 'Please enter the address' : error && sentenceOf(error)}
          onChange={(event) => setUrl(event.currentTarget.value)}
        />
        <Checkbox.Group label="Events" value={chosen} onChange={setChosen}>
          <Stack gap="xs" mt="xs">
            {webhookEventSchema.options.map((event) => (
              <Checkbox key={event} value={event} label={labels[event]} />
            ))}
          </Stack>
        </Checkbox.Group>
        <Group>
          <Button type="submit" variant="light" loading={isLoading}>
            Create webhook
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
