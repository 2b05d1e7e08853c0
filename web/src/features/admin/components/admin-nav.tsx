import { Anchor, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { NavLink } from 'react-router-dom';
import { PageHeading } from '../../../components/ui/page-heading.js';
import { paths } from '../../../lib/paths.js';
import classes from './admin-nav.module.css';

const sections = [
  { to: paths.admin, label: 'Overview' },
  { to: paths.adminReports, label: 'Reports' },
  { to: paths.adminFiles, label: 'Files' },
  { to: paths.adminPeople, label: 'People' },
  { to: paths.adminAudit, label: 'Audit log' },
] as const;

/** Heading and navigation of the pages of the administration. */
export function AdminPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack gap="lg">
      <PageHeading title={title} tabTitle={`${title} · Administration`} />
      <Group component="nav" aria-label="Administration" gap="md">
        {sections.map(({ to, label }) => (
          <Anchor key={to} component={NavLink} to={to} end size="sm" py={4} className={classes.section ?? ''}>
            {label}
          </Anchor>
        ))}
      </Group>
      {children}
    </Stack>
  );
}
