import { Container } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { usePromotion } from '../../features/promotion/promotion.api.js';
import { useSession } from '../../features/session/hooks/use-session.js';
import { configApi } from '../../lib/config/config.api.js';
import { PageOutlet, useIsPageLoading } from '../pages.js';
import { ScrollRestoration } from '../scroll-restoration.js';
import { Footer } from './footer.js';
import { lazyComponent } from './lazy-component.js';
import { NavBar } from './nav-bar.js';
import { Waiting } from './waiting.js';
import classes from './layouts.module.css';

const PromotionBanner = lazyComponent(() =>
  import('./promotion-banner.js').then((module) => module.PromotionBanner),
);

/**
 * Navigation, content and footer (spec §2). The first page waits for the configuration, because it may name limits of
 * this installation. It is shown even if the configuration cannot be loaded.
 */
export function DefaultLayout() {
  const isReady = useFirstConfig();
  useDescription();
  return (
    <>
      <a className={classes.skip} href="#content">
        Skip to content
      </a>
      <NavBar />
      <Container component="main" id="content" size="lg" w="100%" className={classes.content}>
        {isReady ? (
          <PageOutlet waiting={<Waiting />}>
            <ScrollRestoration />
          </PageOutlet>
        ) : (
          <Waiting />
        )}
      </Container>
      <Footer />
      <Promotion />
      <NavigationProgress />
    </>
  );
}

/**
 * Updates the description tag, which the server rendered for the first page only. The first page does without the texts
 * of the others.
 */
function useDescription() {
  const { key, pathname } = useLocation();
  useEffect(() => {
    if (key === 'default') return;
    let isLeft = false;
    const update = async () => {
      const { descriptionOf } = await import('./description-of.js');
      const tag = document.querySelector('meta[name="description"]');
      if (!isLeft) tag?.setAttribute('content', descriptionOf(pathname));
    };
    // Ignores a failure: the tag is for search engines, not for visitors.
    update().catch(() => undefined);
    return () => {
      isLeft = true;
    };
  }, [key, pathname]);
}

/** Promotion banner for signed-out visitors. Hidden until the session check has finished (spec §2). */
function Promotion() {
  const { isActive, message } = usePromotion();
  const { status } = useSession();
  if (!isActive || status !== 'out') return null;
  return <PromotionBanner props={{ message }} />;
}

/**
 * Whether the first load of the configuration has ended. Stays true while it is loaded again after a logout has cleared
 * the cache.
 */
function useFirstConfig(): boolean {
  const { isLoading } = configApi.useGetConfigQuery();
  const [isReady, setReady] = useState(false);
  if (!isLoading && !isReady) setReady(true);
  return isReady;
}

/** Progress bar while the next page loads. */
function NavigationProgress() {
  const isPageLoading = useIsPageLoading();
  return <div className={classes.progress} data-loading={isPageLoading || undefined} aria-hidden />;
}
