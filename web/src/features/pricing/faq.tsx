import { Accordion, SimpleGrid, Stack, Title } from '@mantine/core';
import { type Config, formatHours } from '@waybill/contracts';
import { useConfig } from '../../lib/config/config.api.js';

interface Question {
  readonly ask: string;
  readonly answer: string;
}

function needsAccount({ anonymousUploads, plans: { free } }: Config): string {
  if (!anonymousUploads) return 'To upload, yes. Whoever you send a link to needs none.';
  const files = free.maxFiles === 1 ? 'one file' : `up to ${free.maxFiles} files`;
  const each = free.maxFiles === 1 ? '' : ' each';
  if (free.maxExpiryHours === null) return `No. Without one you can share ${files}.`;
  const time = free.maxExpiryHours === 1 ? 'one hour' : formatHours(free.maxExpiryHours);
  return `No. Without one you can share ${files},${each} for ${time}.`;
}

const groups: ReadonlyArray<{ title: string; questions: readonly Question[] }> = [
  {
    title: 'General',
    questions: [
      {
        ask: 'Can I change or cancel my plan?',
        answer: 'Yes, at any time. A cancelled plan stays yours until the end of its billing period.',
      },
      {
        ask: 'Do you give refunds?',
        answer: 'Yes: pro-rated, within 14 days. Write to us through the contact page.',
      },
    ],
  },
  {
    title: 'Technical',
    questions: [
      {
        ask: 'Which file types are supported?',
        answer:
          'PDF, DOC, DOCX, PPT, PPTX, XLS, XLSX, TXT, JPG and PNG; any other file can be shared as a download.',
      },
      {
        ask: 'Which files open in the browser?',
        answer:
          'PDF, Office and OpenDocument files, pictures, videos, sounds, text and source code. Of an archive, its list of files. Nothing has to be installed.',
      },
      {
        ask: 'How long does a QR code work?',
        answer: 'As long as its file: QR codes expire with the file.',
      },
    ],
  },
  {
    title: 'Security & Compliance',
    questions: [
      {
        ask: 'Are my files encrypted?',
        answer: 'Yes, in transit and at rest. Each file has a key of its own.',
      },
      {
        ask: 'What happens to an expired file?',
        answer: 'Its link stops working at that very moment; then its bytes and previews are deleted.',
      },
      {
        ask: 'Who can see my files?',
        answer:
          'Whoever has the link and, where you set one, the password. Only you can change, share or delete them.',
      },
    ],
  },
];

/** FAQ in three groups, with one open answer in each (spec §2). */
export function Faq({ sellsPlans }: { sellsPlans: boolean }) {
  const account = { ask: 'Do I need an account?', answer: needsAccount(useConfig()) };
  const questionsOf = ({ title, questions }: (typeof groups)[number]) =>
    title === 'General' ? [account, ...(sellsPlans ? questions : [])] : questions;
  return (
    <Stack gap="lg" component="section" aria-labelledby="faq">
      <Title order={2} id="faq">
        Frequently asked questions
      </Title>
      <SimpleGrid cols={{ base: 1, md: 3 }} spacing="lg">
        {groups.map((group) => (
          <div key={group.title}>
            <Title order={3} mb="sm">
              {group.title}
            </Title>
            <Accordion order={4}>
              {/* Mantine builds element ids from the value, so it must not contain spaces. */}
              {questionsOf(group).map(({ ask, answer }, index) => (
                <Accordion.Item key={ask} value={String(index)}>
                  <Accordion.Control>{ask}</Accordion.Control>
                  <Accordion.Panel>{answer}</Accordion.Panel>
                </Accordion.Item>
              ))}
            </Accordion>
          </div>
        ))}
      </SimpleGrid>
    </Stack>
  );
}
