import { Title } from '@mantine/core';
import { useLocation } from 'react-router-dom';
import { FeatureCards } from '../features/marketing/feature-cards.js';
import { Hero } from '../features/marketing/hero.js';
import { landingOf } from '../features/marketing/landing.js';
import { UploadWidget } from './upload-widget.js';

/** `/docx`, `/pdf`, `/xlsx`, `/pptx`: the home page with a headline for one type of file (spec §1). */
export function LandingPage() {
  const { title, description } = landingOf(useLocation().pathname.replace(/\W/g, '').toLowerCase());
  return (
    <>
      <Hero title={title} tabTitle={title} text={description}>
        <UploadWidget />
      </Hero>
      <Title order={2} mb="lg">
        Everything a file needs on its way
      </Title>
      <FeatureCards />
    </>
  );
}
