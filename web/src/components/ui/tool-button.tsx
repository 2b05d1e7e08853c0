import { ActionIcon, Tooltip } from '@mantine/core';
import type { ReactNode, Ref } from 'react';

/** Button with an icon, its label in a tooltip and, for screen readers, with the name of what it acts on. */
export function ToolButton({
  label,
  subject,
  icon,
  isExpanded,
  autoFocus = false,
  ref,
  onClick,
}: {
  label: string;
  subject: string;
  icon: ReactNode;
  /** Whether the panel that the button opens and closes is open. */
  isExpanded?: boolean;
  autoFocus?: boolean;
  ref?: Ref<HTMLButtonElement>;
  onClick: () => void;
}) {
  return (
    // Within the page: a portal at its end would be content outside of all landmarks.
    <Tooltip label={label} withinPortal={false}>
      <ActionIcon
        ref={ref}
        variant="default"
        size="lg"
        aria-label={`${label}: ${subject}`}
        aria-expanded={isExpanded}
        autoFocus={autoFocus}
        onClick={onClick}
      >
        {icon}
      </ActionIcon>
    </Tooltip>
  );
}
