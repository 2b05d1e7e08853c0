import { Group, Text } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { PageHeading } from '../../components/ui/page-heading.js';
import { HeroIllustration } from '../../components/ui/hero-illustration.js';
import { TextLink } from '../../components/ui/text-link.js';
import { useConfig } from '../../lib/config/config.api.js';
import { paths } from '../../lib/paths.js';
import classes from './marketing.module.css';

/** Headline next to the upload box. `children`: the upload box. */
export function Hero({
  title,
  tabTitle,
  text,
  children,
}: {
  title: string;
  tabTitle: string;
  text: string;
  children: ReactNode;
}) {
  const { anonymousUploads } = useConfig();
  return (
    <div className={classes.hero}>
      <div className={classes.words}>
        <PageHeading title={title} tabTitle={tabTitle} />
        <Text fz="lg" c="dimmed" mt="md" maw={460}>
          {text}
        </Text>
        <Group mt="lg" gap="lg">
          {anonymousUploads && <Text fw={600}>No sign up required!</Text>}
          <TextLink to={paths.features} fw={600}>
            <Group component="span" gap={4} wrap="nowrap">
              See all features <IconArrowRight size={17} aria-hidden />
            </Group>
          </TextLink>
        </Group>
        <HeroIllustration className={classes.route} />
      </div>
      {children}
    </div>
  );
}
