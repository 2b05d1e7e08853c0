import { Text, Title } from '@mantine/core';
import {
  IconBrowser,
  IconClockHour4,
  IconCode,
  IconKey,
  IconMail,
  IconMapPin,
  IconQrcode,
  IconShieldLock,
  type TablerIcon,
} from '@tabler/icons-react';
import classes from './marketing.module.css';

const features: ReadonlyArray<{ icon: TablerIcon; title: string; text: string }> = [
  {
    icon: IconShieldLock,
    title: 'Secure sharing',
    text: 'Files are encrypted on their way and where they rest.',
  },
  {
    icon: IconClockHour4,
    title: 'File expiry',
    text: 'Set when a link ends. After that the file is gone, bytes and all.',
  },
  {
    icon: IconMapPin,
    title: 'Download tracking',
    text: 'See when your file was opened, and from which country.',
  },
  { icon: IconQrcode, title: 'QR codes', text: 'Every link comes as a QR code for print and screens.' },
  { icon: IconKey, title: 'Password protection', text: 'Only those who know the password get to the file.' },
  {
    icon: IconBrowser,
    title: 'In-browser viewing',
    text: 'Documents, pictures, videos, sounds and text open with nothing to install.',
  },
  {
    icon: IconCode,
    title: 'Website embedding',
    text: 'Show a file on your own pages with one line of HTML.',
  },
  { icon: IconMail, title: 'Share by email', text: 'Send the link from here and see who followed it.' },
];

/** The eight feature cards (spec §2) of the home, features and landing pages. */
export function FeatureCards({ heading = 3 }: { heading?: 2 | 3 }) {
  return (
    <ul className={classes.sheet}>
      {features.map(({ icon: Icon, title, text }) => (
        <li key={title} className={classes.cell}>
          <span className={classes.icon}>
            <Icon size={22} stroke={1.6} aria-hidden />
          </span>
          <div>
            <Title order={heading} fz="h3" mb={4}>
              {title}
            </Title>
            <Text size="sm" c="dimmed">
              {text}
            </Text>
          </div>
        </li>
      ))}
    </ul>
  );
}
