import { SilentWait } from '@satrangi/kit';
import { lazy, Suspense, useSyncExternalStore } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { nowPlaying } from '../lib/now-playing.ts';
import { site } from '../lib/site.ts';
import { Header } from './header.tsx';
import styles from './layout.module.css';
import { LongWait } from './long-wait.tsx';
import { OfflineStrip } from './offline-strip.tsx';
import { useScrollMemory } from './scroll-memory.ts';

/** It starts below the window, so it may come a moment after the page. */
const Footer = lazy(async () => ({ default: (await import('./footer.tsx')).Footer }));
const MiniPlayer = lazy(async () => ({
  default: (await import('../features/audio/mini-player.tsx')).MiniPlayer,
}));

const FillingStrip = lazy(async () => ({ default: (await import('./filling-strip.tsx')).FillingStrip }));

/** What every public page stands in. A sample that fills its window and an open book stand alone. */
export function Layout() {
  const { pathname, search } = useLocation();
  const isPlaying = useSyncExternalStore(nowPlaying.subscribe, nowPlaying.get);
  useScrollMemory();
  const alone =
    pathname.startsWith('/read/') ||
    (pathname.startsWith('/ebook/') && new URLSearchParams(search).get('preview') === 'true');
  return (
    <>
      {!alone && (
        <>
          <a className={styles.skip} href="#main">
            Skip to content
          </a>
          <Header />
        </>
      )}
      <OfflineStrip />
      {site.filling !== '' && !alone && (
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
      {!alone && (
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
