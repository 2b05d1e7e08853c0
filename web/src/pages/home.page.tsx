import { Title } from '@mantine/core';
import { FeatureCards } from '../features/marketing/feature-cards.js';
import { Hero } from '../features/marketing/hero.js';
import { UploadWidget } from './upload-widget.js';

/** `/`: upload box and feature cards (spec §2). */
export function HomePage() {
  return (
    <>
      <Hero
        title="File Sharing. Made Simple."
        tabTitle="File Sharing. Made Simple."
        text="Upload a file, get a link, and see who opened it: when, and from where."
      >
        <UploadWidget />
      </Hero>
      <Title order={2} mb="lg">
        Everything a file needs on its way
      </Title>
      <FeatureCards />
    </>
  );
}
