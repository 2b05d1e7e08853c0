import { Paper, Skeleton, Stack, Tabs, Text, Title } from '@mantine/core';
import { uiMessages } from '@waybill/contracts';
import { Failure } from '../../components/ui/failure.js';
import { sentenceOf } from '../../lib/api/api-error.js';
import { formatDateTime } from '../../lib/format/date.js';
import { PlainText } from './plain-text.js';
import { useOpenMailQuery } from './mailbox.api.js';
import classes from './mailbox.module.css';

/** One mail, as mail programs show it: its HTML in a frame that can run nothing, or its plain words. */
export function MailView({ id }: { id: string }) {
  const { currentData: mail, error, refetch } = useOpenMailQuery(id);
  if (error) {
    return <Failure message={sentenceOf(error, uiMessages.mailLoadFailed)} onRetry={() => void refetch()} />;
  }
  if (!mail) return <Skeleton height={480} radius="lg" role="status" aria-label="Loading mail" />;
  const { subject, to, keptAt, html, text } = mail;
  return (
    <Paper component="article" aria-labelledby="mail-subject" className={classes.mail}>
      <Stack gap={4} p="lg" pb="sm">
        <Title order={2} id="mail-subject" fz="h3" style={{ overflowWrap: 'anywhere' }}>
          {subject}
        </Title>
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          To {to.name ? `${to.name} <${to.address}>` : to.address} · {formatDateTime(keptAt)}
        </Text>
      </Stack>
      <Tabs defaultValue="html">
        <Tabs.List px="lg">
          <Tabs.Tab value="html">HTML</Tabs.Tab>
          <Tabs.Tab value="text">Plain text</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="html">
          <iframe
            className={classes.frame}
            title={subject}
            srcDoc={withLinksOutside(html)}
            sandbox="allow-popups allow-popups-to-escape-sandbox"
          />
        </Tabs.Panel>
        <Tabs.Panel value="text" p="lg">
          <PlainText text={text} />
        </Tabs.Panel>
      </Tabs>
    </Paper>
  );
}

/** Links open in a tab of their own: the frame they are in may show nothing else. */
function withLinksOutside(html: string): string {
  return html.replace(/<head>/i, '<head><base target="_blank">');
}
