import { Avatar, Divider, Drawer, Group, NavLink, Stack, Text, useMantineTheme } from '@mantine/core';
import { useMediaQuery, useMounted } from '@mantine/hooks';
import { useEffect } from 'react';
import { NavLink as RouterNavLink } from 'react-router-dom';
import type { Session } from '../../features/session/hooks/use-session.js';
import { useConfig } from '../../lib/config/config.api.js';
import { initialsOf } from '../../lib/format/initials.js';
import { paths } from '../../lib/paths.js';
import { navItemsFor } from './nav-items.js';
import { useLogOut } from './use-log-out.js';

/** The links of the navigation bar as a vertical list. */
export function MobileMenu({
  session,
  isOpen,
  onClose,
}: {
  session: Session;
  isOpen: boolean;
  onClose: () => void;
}) {
  const { breakpoints } = useMantineTheme();
  const isHidden = useMediaQuery(`(min-width: ${breakpoints.md})`);

  // Opened after its first render: a drawer only gives the focus back if it was closed before.
  const isMounted = useMounted();

  // Close the hidden menu: it would keep the focus, and the page from scrolling.
  useEffect(() => {
    if (isHidden && isOpen) onClose();
  }, [isHidden, isOpen, onClose]);

  return (
    <Drawer
      opened={isOpen && isMounted}
      onClose={onClose}
      position="right"
      size="min(320px, 86vw)"
      hiddenFrom="md"
      title={<Text fw={600}>Menu</Text>}
    >
      <Links session={session} onNavigate={onClose} />
    </Drawer>
  );
}

function Links({ session, onNavigate }: { session: Session; onNavigate: () => void }) {
  const logOut = useLogOut();
  const { signUp } = useConfig();
  return (
    <Stack component="nav" gap={4} aria-label="Main">
      {navItemsFor(session).map(({ to, label }) => (
        <Item key={to} to={to} label={label} onNavigate={onNavigate} />
      ))}
      <Divider my="sm" />
      {session.status === 'in' ? (
        <>
          <Group wrap="nowrap" px="sm" pb="xs">
            <Avatar color="harbor" aria-hidden>
              {initialsOf(session.user.name)}
            </Avatar>
            <div style={{ minWidth: 0 }}>
              <Text fw={600} size="sm" truncate>
                {session.user.name}
              </Text>
              <Text c="dimmed" size="sm" truncate>
                {session.user.email}
              </Text>
            </div>
          </Group>
          <Item
            to={paths.account}
            label="Account"
            description="Manage your account settings"
            onNavigate={onNavigate}
          />
          {session.user.isAdmin && (
            <Item
              to={paths.admin}
              label="Administration"
              description="People, files and reports"
              onNavigate={onNavigate}
            />
          )}
          <NavLink
            component="button"
            label="Logout"
            description="Sign out of your account"
            onClick={() => {
              onNavigate();
              void logOut();
            }}
          />
        </>
      ) : (
        <>
          <Item to={paths.login} label="Log In" onNavigate={onNavigate} />
          {signUp === 'open' && <Item to={paths.signUp} label="Sign Up" onNavigate={onNavigate} />}
        </>
      )}
    </Stack>
  );
}

function Item({
  to,
  label,
  description,
  onNavigate,
}: {
  to: string;
  label: string;
  description?: string;
  onNavigate: () => void;
}) {
  return (
    <NavLink
      component={RouterNavLink}
      to={to}
      end
      label={label}
      description={description}
      onClick={onNavigate}
      py="sm"
    />
  );
}
