import { Container } from '@mantine/core';
import { defaultPageMetadata, publicPageMetadata } from '@waybill/contracts';
import { lazy, Suspense, useEffect } from 'react';
import { Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router-dom';
import { LoadingState } from '../../components/ui/loading-state.js';
import { usePromotion } from '../../features/promotion/promotion.api.js';
import { useSession } from '../../features/session/hooks/use-session.js';
import { Footer } from './footer.js';
import { NavBar } from './nav-bar.js';
import classes from './layouts.module.css';

const PromotionBanner = lazy(() =>
  import('./promotion-banner.js').then((module) => ({ default: module.PromotionBanner })),
);

/** Navigation, content and footer (spec §2). `isWaiting`: the first page is being fetched. */
export function DefaultLayout({ isWaiting = false }: { isWaiting?: boolean }) {
  useDescription();
  return (
    <>
      <a className={classes.skip} href="#content">
        Skip to content
      </a>
      <NavBar />
      <Container component="main" id="content" size="lg" w="100%" className={classes.content}>
        {isWaiting ? (
          <div className={classes.waiting}>
            <LoadingState label="Loading the page" />
          </div>
        ) : (
          <Outlet />
        )}
      </Container>
      <Footer />
      <Promotion />
      {!isWaiting && <ScrollRestoration />}
      <NavigationProgress />
    </>
  );
}

/** Updates the description tags, which the server rendered for the first page only. */
function useDescription() {
  const { key, pathname } = useLocation();
  useEffect(() => {
    if (key === 'default') return;
    const { description } = publicPageMetadata[pathname] ?? defaultPageMetadata;
    document.querySelector('meta[name="description"]')?.setAttribute('content', description);
  }, [key, pathname]);
}

/** Promotion banner for signed-out visitors. Hidden until the session check has finished (spec §2). */
function Promotion() {
  const { isActive, message } = usePromotion();
  const { status } = useSession();
  if (!isActive || status !== 'out') return null;
  return (
    <Suspense>
      <PromotionBanner message={message} />
    </Suspense>
  );
}

/** Progress bar while the next page loads. */
function NavigationProgress() {
  const isMoving = useNavigation().state !== 'idle';
  return <div className={classes.progress} data-moving={isMoving || undefined} aria-hidden />;
}
