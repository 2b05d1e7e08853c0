import { ActionIcon, Group, NumberInput, Text, Tooltip } from '@mantine/core';
import {
  IconArrowAutofitHeight,
  IconChevronDown,
  IconChevronUp,
  IconZoomIn,
  IconZoomOut,
} from '@tabler/icons-react';
import classes from './pdf-viewer.module.css';

const ZOOMS = [0.5, 0.75, 1, 1.25, 1.5, 2, 3];

/** Page navigation and zoom. `zoom` 1 fits the width. */
export function PdfToolbar({
  page,
  pageCount,
  onGoTo,
  zoom,
  onZoom,
  onFitPage,
}: {
  page: number;
  pageCount: number;
  onGoTo: (page: number) => void;
  zoom: number;
  onZoom: (zoom: number) => void;
  /** Chooses the zoom that shows the whole page. */
  onFitPage: () => void;
}) {
  const smaller = ZOOMS.findLast((step) => step < zoom);
  const larger = ZOOMS.find((step) => step > zoom);
  return (
    <Group className={classes.toolbar} justify="space-between" gap="xs">
      <Group gap={4} wrap="nowrap">
        <Action
          label="Previous page"
          icon={IconChevronUp}
          disabled={page <= 1}
          onClick={() => onGoTo(page - 1)}
        />
        <Action
          label="Next page"
          icon={IconChevronDown}
          disabled={page >= pageCount}
          onClick={() => onGoTo(page + 1)}
        />
        <NumberInput
          aria-label="Page"
          value={page}
          onChange={(value) => typeof value === 'number' && onGoTo(value)}
          min={1}
          max={Math.max(1, pageCount)}
          clampBehavior="strict"
          allowDecimal={false}
          hideControls
          size="xs"
          w={52}
          flex="none"
          disabled={pageCount === 0}
        />
        <Text size="sm" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
          of {pageCount || '–'}
        </Text>
      </Group>
      <Group gap={4} wrap="nowrap">
        <Action
          label="Zoom out"
          icon={IconZoomOut}
          disabled={!smaller}
          onClick={() => smaller && onZoom(smaller)}
        />
        <Text size="sm" ff="monospace" w={48} ta="center">
          {Math.round(zoom * 100)}%
        </Text>
        <Action
          label="Zoom in"
          icon={IconZoomIn}
          disabled={!larger}
          onClick={() => larger && onZoom(larger)}
        />
        <Action
          label="Fit page"
          icon={IconArrowAutofitHeight}
          disabled={pageCount === 0}
          onClick={onFitPage}
        />
      </Group>
    </Group>
  );
}

function Action({
  label,
  icon: Icon,
  disabled,
  onClick,
}: {
  label: string;
  icon: typeof IconZoomIn;
  disabled: boolean;
  onClick: () => void;
}) {
  return (
    <Tooltip label={label}>
      <ActionIcon aria-label={label} disabled={disabled} onClick={onClick}>
        <Icon size={18} />
      </ActionIcon>
    </Tooltip>
  );
}
