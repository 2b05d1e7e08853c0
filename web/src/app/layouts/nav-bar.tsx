import { Burger, Button, Container, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { Link, NavLink } from 'react-router-dom';
import { LogoMark } from '../../components/ui/logo.js';
import { useSession } from '../../features/session/hooks/use-session.js';
import { useConfig } from '../../lib/config/config.api.js';
import { paths } from '../../lib/paths.js';
import { ColorSchemeToggle } from './color-scheme-toggle.js';
import { lazyComponent } from './lazy-component.js';
import { navItemsFor } from './nav-items.js';
import classes from './layouts.module.css';

// Loaded lazily: the menu components are large, and most first visits do not open them.
const AccountMenu = lazyComponent(() => import('./account-menu.js').then((module) => module.AccountMenu));
const MobileMenu = lazyComponent(() => import('./mobile-menu.js').then((module) => module.MobileMenu));

/** Site navigation; a drawer on screens that do not fit six links and the account in one line. */
export function NavBar() {
  const session = useSession();
  const [isOpen, menu] = useDisclosure(false);
  const [presses, setPresses] = useState(0);
  return (
    <header className={classes.header}>
      <Container size="lg">
        <Group h={64} justify="space-between" wrap="nowrap">
          <Link to={paths.home} className={classes.brand} aria-label="Waybill, home page">
            <LogoMark />
            <span>Waybill</span>
          </Link>
          <Group component="nav" gap={4} visibleFrom="md" aria-label="Main">
            {navItemsFor(session).map(({ to, label }) => (
              <NavLink key={to} to={to} end className={classes.navLink}>
                {label}
              </NavLink>
            ))}
          </Group>
          <Group gap="xs" wrap="nowrap">
            <ColorSchemeToggle />
            <Group gap="xs" visibleFrom="md" wrap="nowrap">
              {session.status === 'in' && <AccountMenu props={{ user: session.user }} />}
              {session.status === 'out' && <SignedOutButtons />}
            </Group>
            <Burger
              hiddenFrom="md"
              size="sm"
              className={classes.touch}
              opened={isOpen}
              onClick={() => {
                setPresses(presses + 1);
                menu.toggle();
              }}
              aria-label="Menu"
              aria-expanded={isOpen}
            />
          </Group>
        </Group>
      </Container>
      {presses > 0 && (
        <MobileMenu
          attempt={presses}
          onFailure={menu.close}
          props={{ session, isOpen, onClose: menu.close }}
        />
      )}
    </header>
  );
}

function SignedOutButtons() {
  const { signUp } = useConfig();
  return (
    <>
      <Button component={Link} to={paths.login} variant="subtle" size="sm">
        Log In
      </Button>
      {signUp === 'open' && (
        <Button component={Link} to={paths.signUp} size="sm">
          Sign Up
        </Button>
      )}
    </>
  );
}
