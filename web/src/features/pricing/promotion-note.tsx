import { Group, Text } from '@mantine/core';
import { IconGift } from '@tabler/icons-react';
import { formatDate } from '../../lib/format/date.js';
import classes from './pricing.module.css';

/** Describes the active promotion (spec §1). `endDate`: ISO time. */
export function PromotionNote({ message, endDate }: { message: string | null; endDate: string | null }) {
  return (
    <Group className={classes.promotion} wrap="nowrap" gap="md" role="note">
      <IconGift size={26} stroke={1.6} aria-hidden />
      <div>
        <Text fw={600}>Pro features are free right now, no card needed</Text>
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {endDate && `Until ${formatDate(endDate)}.`} {message}
        </Text>
      </div>
    </Group>
  );
}
