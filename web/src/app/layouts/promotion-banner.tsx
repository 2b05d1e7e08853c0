import { CloseButton, Container, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { TextLink } from '../../components/ui/text-link.js';
import { useConfig } from '../../lib/config/config.api.js';
import { paths } from '../../lib/paths.js';
import classes from './layouts.module.css';

/** Announces an active promotion until the visitor dismisses it. Offers an account where sign-up is open. */
export function PromotionBanner({ message }: { message: string | null }) {
  const [isDismissed, setDismissed] = useState(false);
  const { signUp } = useConfig();
  if (isDismissed) return null;
  return (
    <aside className={classes.promotion} aria-label="Promotion">
      <Container size="lg">
        <Group justify="space-between" wrap="nowrap">
          <Text size="sm" fw={500} style={{ overflowWrap: 'anywhere' }}>
            {message ?? 'Pro features are free for a limited time. No card needed.'}{' '}
            {signUp === 'open' && (
              <TextLink to={paths.signUp} inherit fw={700} c="inherit" underline="always">
                Sign up
              </TextLink>
            )}
          </Text>
          <CloseButton aria-label="Dismiss" onClick={() => setDismissed(true)} c="inherit" />
        </Group>
      </Container>
    </aside>
  );
}
