import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { PlanId } from '@waybill/contracts';
import { type ReactNode, useRef, useState } from 'react';
import { sentenceOf } from '../../../lib/api/api-error.js';
import { passFocusToList } from '../../../lib/pass-focus.js';
import { showFailureToast, showSuccessToast } from '../../../lib/toast.js';
import { timings } from '../../../lib/timings.js';
import { isGatedLink } from '../link-draft.js';
import { useLiveLinks } from '../hooks/use-live-links.js';
import { type LinkedTarget, useChangeLinkMutation } from '../links.api.js';
import { LinkForm } from './link-form.js';
import { LinkList } from './link-list.js';

/** Lists, creates and changes the links of a target. `onFirstOff` runs after the first link was switched off. */
export function LinksPanel({
  target,
  plan,
  hasAccount,
  onFirstOff,
  children,
}: {
  target: LinkedTarget;
  plan: PlanId;
  /** Whether mails can be sent to the owner. */
  hasAccount: boolean;
  onFirstOff?: () => void;
  /** Questions below the links. */
  children?: ReactNode;
}) {
  const list = useLiveLinks(target);
  const links = list.data?.pages.flatMap(({ items }) => items);
  const [isMaking, setIsMaking] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const [asksForFirst, setAsksForFirst] = useState(false);
  const [change, { isLoading: isSwitching }] = useChangeLinkMutation();
  const first = links?.find(({ isFirst }) => isFirst);
  const others = links?.filter(({ isFirst }) => !isFirst) ?? [];

  const closeForm = () => {
    setIsMaking(false);
    opener.current?.focus();
  };

  // Once only: `others` are the links from before the change, so none of them has a gate or a limit yet.
  const askForFirst = () => {
    if (first?.isActive && !others.some(isGatedLink)) setAsksForFirst(true);
  };

  async function switchFirstOff() {
    const { error: refusal } = await change({ id: target.id, settings: { isActive: false } });
    if (refusal) showFailureToast(sentenceOf(refusal, 'The link could not be changed'));
    else {
      setAsksForFirst(false);
      showSuccessToast('The first link is switched off', timings.fileToast);
      onFirstOff?.();
    }
  }

  return (
    <Stack gap="md" component="section" aria-labelledby="links" tabIndex={-1}>
      <Group justify="space-between" gap="sm">
        <Title order={2} fz="h3" id="links">
          Links
        </Title>
        <Button
          size="sm"
          ref={opener}
          leftSection={<IconPlus size={17} />}
          aria-expanded={isMaking}
          onClick={() => setIsMaking(!isMaking)}
        >
          New link
        </Button>
      </Group>
      {isMaking && (
        <LinkForm
          target={target}
          plan={plan}
          hasAccount={hasAccount}
          onCancel={closeForm}
          onDone={(isGated) => {
            closeForm();
            if (isGated) askForFirst();
          }}
        />
      )}
      {asksForFirst && (
        <FirstLinkQuestion
          kind={target.kind}
          isBusy={isSwitching}
          onOff={() => void switchFirstOff()}
          onKeep={() => setAsksForFirst(false)}
        />
      )}
      <LinkList list={list} rows={{ target, plan, hasAccount, onGated: askForFirst, onFirstOff }} />
      {links && others.length === 0 && (
        <Text size="sm" c="dimmed">
          Make a link for each person to see who opened the {target.kind}, and to end one without ending the
          others.
        </Text>
      )}
      {children}
    </Stack>
  );
}

/** Offers to switch off the first link, which opens the target without the gates and limits of the other links. */
function FirstLinkQuestion({
  kind,
  isBusy,
  onOff,
  onKeep,
}: {
  kind: LinkedTarget['kind'];
  isBusy: boolean;
  onOff: () => void;
  onKeep: () => void;
}) {
  return (
    <Alert ref={passFocusToList} title="Switch the first link off?" variant="light">
      <Stack gap="sm">
        <Text size="sm">
          The address of the {kind} itself still opens it without any of these conditions.
        </Text>
        <Group gap="xs">
          <Button size="sm" loading={isBusy} onClick={onOff}>
            Switch it off
          </Button>
          <Button size="sm" variant="default" onClick={onKeep}>
            Keep it on
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}
