import { Burger, Button, Container, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { lazy, Suspense, useState } from 'react';
import { Link, NavLink } from 'react-router-dom';
import { LogoMark } from '../../components/ui/logo.js';
import { useSession } from '../../features/session/hooks/use-session.js';
import { useConfig } from '../../lib/config/config.api.js';
import { paths } from '../../lib/paths.js';
import { ColorSchemeToggle } from './color-scheme-toggle.js';
import { navItemsFor } from './nav-items.js';
import classes from './layouts.module.css';

// Loaded lazily: the menu components are large, and most first visits do not open them.
const AccountMenu = lazy(() =>
  import('./account-menu.js').then((module) => ({ default: module.AccountMenu })),
);
const MobileMenu = lazy(() => import('./mobile-menu.js').then((module) => ({ default: module.MobileMenu })));

/** Site navigation; a drawer on small screens. */
export function NavBar() {
  const session = useSession();
  const [isOpen, menu] = useDisclosure(false);
  const [wasOpened, setWasOpened] = useState(false);
  return (
    <header className={classes.header}>
      <Container size="lg">
        <Group h={64} justify="space-between" wrap="nowrap">
          <Link to={paths.home} className={classes.brand} aria-label="Waybill, home page">
            <LogoMark />
            <span>Waybill</span>
          </Link>
          <Group component="nav" gap={4} visibleFrom="sm" aria-label="Main">
            {navItemsFor(session).map(({ to, label }) => (
              <NavLink key={to} to={to} end className={classes.navLink}>
                {label}
              </NavLink>
            ))}
          </Group>
          <Group gap="xs" wrap="nowrap">
            <ColorSchemeToggle />
            <Group gap="xs" visibleFrom="sm" wrap="nowrap">
              <Suspense>{session.status === 'in' && <AccountMenu user={session.user} />}</Suspense>
              {session.status === 'out' && <SignedOutButtons />}
            </Group>
            <Burger
              hiddenFrom="sm"
              size="sm"
              className={classes.touch}
              opened={isOpen}
              onClick={() => {
                setWasOpened(true);
                menu.toggle();
              }}
              aria-label="Menu"
              aria-expanded={isOpen}
            />
          </Group>
        </Group>
      </Container>
      <Suspense>
        {wasOpened && <MobileMenu session={session} isOpen={isOpen} onClose={menu.close} />}
      </Suspense>
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
