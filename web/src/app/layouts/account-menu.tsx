import { Avatar, Button, Menu, Text } from '@mantine/core';
import { IconChevronDown, IconLogout, IconSettings, IconShieldCog } from '@tabler/icons-react';
import type { User } from '@waybill/contracts';
import { Link } from 'react-router-dom';
import { initialsOf } from '../../lib/format/initials.js';
import { paths } from '../../lib/paths.js';
import { useAccountChange } from './use-account-change.js';
import { useLogOut } from './use-log-out.js';

/** Account dropdown: the user's name, the settings, the logout (spec §2). */
export function AccountMenu({ user }: { user: User }) {
  const logOut = useLogOut();
  useAccountChange(user.id);
  return (
    <Menu
      position="bottom-end"
      width={260}
      withArrow
      // The placeholder that Mantine would focus is not a menu item, which axe reports as an error.
      withInitialFocusPlaceholder={false}
      withinPortal={false}
    >
      <Menu.Target>
        <Button
          variant="subtle"
          size="sm"
          leftSection={
            <Avatar size={26} color="harbor" aria-hidden>
              {initialsOf(user.name)}
            </Avatar>
          }
          rightSection={<IconChevronDown size={16} />}
        >
          Account
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text fw={600} size="sm" c="bright" truncate>
            {user.name}
          </Text>
          <Text size="sm" truncate>
            {user.email}
          </Text>
        </Menu.Label>
        <Menu.Divider />
        <Menu.Item component={Link} to={paths.account} leftSection={<IconSettings size={18} />}>
          Account
          <Text size="xs" c="inherit">
            Manage your account settings
          </Text>
        </Menu.Item>
        {user.isAdmin && (
          <Menu.Item component={Link} to={paths.admin} leftSection={<IconShieldCog size={18} />}>
            Administration
            <Text size="xs" c="inherit">
              People, files and reports
            </Text>
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconLogout size={18} />} onClick={() => void logOut()}>
          Logout
          <Text size="xs" c="inherit">
            Sign out of your account
          </Text>
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
