import { Container } from '@mantine/core';
import { Outlet, ScrollRestoration, useNavigation } from 'react-router-dom';
import { Footer } from './footer.js';
import { NavBar } from './nav-bar.js';
import { PromotionBanner } from './promotion-banner.js';
import classes from './layouts.module.css';

/** Navigation, content, footer (spec §2). `isWaiting`: while the first page is being fetched. */
export function DefaultLayout({ isWaiting = false }: { isWaiting?: boolean }) {
  return (
    <>
      <a className={classes.skip} href="#content">
        Skip to content
      </a>
      <NavBar />
      <Container component="main" id="content" size="lg" w="100%" className={classes.content}>
        {!isWaiting && <Outlet />}
      </Container>
      <Footer />
      <PromotionBanner />
      {!isWaiting && <ScrollRestoration />}
      <NavigationProgress />
    </>
  );
}

/** A thin line while the next page is on its way. */
function NavigationProgress() {
  const isMoving = useNavigation().state !== 'idle';
  return <div className={classes.progress} data-moving={isMoving || undefined} aria-hidden />;
}
