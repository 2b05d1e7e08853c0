import { CloseButton, Container, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { TextLink } from '../../components/ui/text-link.js';
import { usePromotion } from '../../features/promotion/promotion.api.js';
import { useSession } from '../../features/session/hooks/use-session.js';
import { paths } from '../../lib/paths.js';
import classes from './layouts.module.css';

/** Tells visitors of a promotion that is on; hidden until it is known to be (spec §2). */
export function PromotionBanner() {
  const promotion = usePromotion();
  const session = useSession();
  const [isDismissed, setDismissed] = useState(false);
  if (!promotion.isActive || session.status !== 'out' || isDismissed) return null;
  return (
    <aside className={classes.promotion} aria-label="Promotion">
      <Container size="lg">
        <Group justify="space-between" wrap="nowrap">
          <Text size="sm" fw={500}>
            {promotion.message ?? 'Pro features are free for a limited time. No card needed.'}{' '}
            <TextLink to={paths.signUp} inherit fw={700} c="inherit" underline="always">
              Sign up
            </TextLink>
          </Text>
          <CloseButton aria-label="Dismiss" onClick={() => setDismissed(true)} c="inherit" />
        </Group>
      </Container>
    </aside>
  );
}
