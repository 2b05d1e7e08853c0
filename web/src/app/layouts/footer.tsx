import { Container, Group, Text } from '@mantine/core';
import { Link } from 'react-router-dom';
import { LogoMark } from '../../components/ui/logo.js';
import { paths } from '../../lib/paths.js';
import classes from './layouts.module.css';

const links = [
  { to: paths.features, label: 'Features' },
  { to: paths.pricing, label: 'Pricing' },
  { to: paths.uploads, label: 'Uploads' },
  { to: paths.contact, label: 'Contact' },
  { to: paths.terms, label: 'Terms & Privacy' },
];

/** Footer links (spec §2). */
export function Footer() {
  return (
    <footer className={classes.footer}>
      <Container size="lg">
        <Group justify="space-between" gap="lg">
          <Group gap="xs">
            <LogoMark size={22} />
            <Text size="sm" c="dimmed">
              Waybill tells you where your files arrived.
            </Text>
          </Group>
          <Group component="nav" gap="lg" aria-label="Footer">
            {links.map(({ to, label }) => (
              <Link key={to} to={to} className={classes.footerLink}>
                {label}
              </Link>
            ))}
            <a href={paths.status} className={classes.footerLink}>
              Status
            </a>
          </Group>
        </Group>
      </Container>
    </footer>
  );
}
