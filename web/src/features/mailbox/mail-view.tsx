import { Paper, Skeleton, Stack, Tabs, Text, Title } from '@mantine/core';
import { uiMessages } from '@waybill/contracts';
import { ErrorState } from '../../components/ui/error-state.js';
import { sentenceOf } from '../../lib/api/api-error.js';
import { formatDateTime } from '../../lib/format/date.js';
import { PlainText } from './plain-text.js';
import { useOpenMailQuery } from './mailbox.api.js';
import classes from './mailbox.module.css';

/** One mail: its HTML in a sandboxed frame, or its plain text. */
export function MailView({ id }: { id: string }) {
  const { currentData: mail, error, refetch } = useOpenMailQuery(id);
  if (error) {
    return (
      <ErrorState message={sentenceOf(error, uiMessages.mailLoadFailed)} onRetry={() => void refetch()} />
    );
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
          To <bdi>{to.name ? `${to.name} <${to.address}>` : to.address}</bdi> · {formatDateTime(keptAt)}
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

/** Opens links in a new tab, because the frame may not navigate. */
function withLinksOutside(html: string): string {
  return html.replace(/<head>/i, '<head><base target="_blank">');
}
