import { SilentWait } from '@satrangi/kit';
import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { nowPlaying } from '../lib/now-playing.ts';
import { site } from '../lib/site.ts';
import { trackPage } from '../lib/track.ts';
import { Header } from './header.tsx';
import styles from './layout.module.css';
import { LongWait } from './long-wait.tsx';
import { OfflineBanner } from './offline-banner.tsx';
import { useScrollRestoration } from './scroll-restoration.ts';

/** It is below the fold, so it loads after the page. */
const Footer = lazy(async () => ({ default: (await import('./footer.tsx')).Footer }));
const MiniPlayer = lazy(async () => ({
  default: (await import('../features/audio/mini-player.tsx')).MiniPlayer,
}));

const FillingStrip = lazy(async () => ({ default: (await import('./seeding-banner.tsx')).SeedingBanner }));

/** The layout of every page. A sample in full window and the reader have none. */
export function Layout() {
  const { pathname, search } = useLocation();
  const isPlaying = useSyncExternalStore(nowPlaying.subscribe, nowPlaying.get);
  useScrollRestoration();
  useEffect(() => trackPage(pathname), [pathname]);
  const isBare =
    pathname.startsWith('/read/') ||
    (pathname.startsWith('/ebook/') && new URLSearchParams(search).get('preview') === 'true');
  return (
    <>
      {!isBare && (
        <>
          <a className={styles.skip} href="#main">
            Skip to content
          </a>
          <Header />
        </>
      )}
      <OfflineBanner />
      {site.filling !== '' && !isBare && (
        <Suspense>
          <FillingStrip />
        </Suspense>
      )}
      <LongWait />
      <main id="main" className={styles.main}>
        <Suspense fallback={<SilentWait />}>
          <Outlet />
        </Suspense>
      </main>
      {!isBare && (
        <Suspense>
          <Footer />
        </Suspense>
      )}
      {isPlaying && (
        <Suspense>
          <MiniPlayer />
        </Suspense>
      )}
    </>
  );
}
