import { Alert } from '@mantine/core';
import { IconMailCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { NarrowCard } from '../components/ui/narrow-card.js';
import { ContactForm } from '../features/contact/contact-form.js';
import { takeLostFocus } from '../lib/pass-focus.js';

/** `/contact` (spec §2). */
export function ContactPage() {
  const [message, setMessage] = useState<string | null>(null);
  return (
    <NarrowCard title="Contact" description="We aim to reply within 24 hours.">
      {message === null ? (
        <ContactForm onDone={setMessage} />
      ) : (
        <Alert icon={<IconMailCheck />} role="status" ref={takeLostFocus} tabIndex={-1}>
          {message}
        </Alert>
      )}
    </NarrowCard>
  );
}
