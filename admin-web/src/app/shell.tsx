import { LogoMark } from '@satrangi/kit';
import { usePreferences } from '@satrangi/kit/browser/preferences';
import { site } from '@satrangi/kit/browser/site';
import { useStore } from '@satrangi/kit/browser/use-store';
import { useQueryClient } from '@tanstack/react-query';
import { type ComponentType, lazy, Suspense, useEffect } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { saveAddress } from '../lib/address.ts';
import { refusal } from '../lib/api.ts';
import { startLive } from '../lib/live.ts';
import { placeOf, type TabName, tabs } from '../lib/tabs.ts';
import { IdleCover, useIdle } from './idle-cover.tsx';
import { OfflineStrip } from './offline-strip.tsx';
import { RefusalDialog } from './refusal-dialog.tsx';
import { screenOf } from './screens.tsx';
import styles from './shell.module.css';
import { SideTools } from './side-tools.tsx';
import { TabBoundary } from './tab-boundary.tsx';
import { TabLinks } from './tab-links.tsx';
import { TabSkeleton } from './tab-skeleton.tsx';
import { useKeys } from './use-keys.tsx';
import { usePalette } from './use-palette.tsx';

const pages: Readonly<Record<TabName, ComponentType>> = {
  dashboard: lazy(async () => ({ default: (await import('../pages/dashboard-page.tsx')).DashboardPage })),
  analytics: lazy(async () => ({ default: (await import('../pages/analytics-page.tsx')).AnalyticsPage })),
  media: lazy(async () => ({ default: (await import('../pages/media-page.tsx')).MediaPage })),
  collections: lazy(async () => ({
    default: (await import('../pages/collections-page.tsx')).CollectionsPage,
  })),
  creators: lazy(async () => ({ default: (await import('../pages/creators-page.tsx')).CreatorsPage })),
  publishing: lazy(async () => ({ default: (await import('../pages/publishing-page.tsx')).PublishingPage })),
  users: lazy(async () => ({ default: (await import('../pages/users-page.tsx')).UsersPage })),
  orders: lazy(async () => ({ default: (await import('../pages/orders-page.tsx')).OrdersPage })),
  blogs: lazy(async () => ({ default: (await import('../pages/blogs-page.tsx')).BlogsPage })),
  content: lazy(async () => ({ default: (await import('../pages/content-page.tsx')).ContentPage })),
  contributions: lazy(async () => ({
    default: (await import('../pages/contributions-page.tsx')).ContributionsPage,
  })),
  newsletters: lazy(async () => ({
    default: (await import('../pages/newsletters-page.tsx')).NewslettersPage,
  })),
  events: lazy(async () => ({ default: (await import('../pages/events-page.tsx')).EventsPage })),
  usage: lazy(async () => ({ default: (await import('../pages/usage-page.tsx')).UsagePage })),
};

/** The title of the browser tab; in discreet mode it names nothing. */
const useTitle = (label: string): string => {
  const { discreet } = usePreferences();
  return discreet ? 'Desk' : `${label} | ${site.name} admin`;
};

/** The frame of every tab: navigation, lamp and tools beside it, keys, and what may cover it. */
export function Shell({ name }: { name: string }) {
  const client = useQueryClient();
  const { pathname, search } = useLocation();
  const [params] = useSearchParams();
  const { tab, notice } = placeOf(pathname, params);
  const screen = screenOf(tab, params.get('open'));
  const label = screen?.label ?? tabs.find((each) => each.name === tab)?.label ?? '';
  const Page = screen?.Page ?? pages[tab];
  const keys = useKeys();
  const title = useTitle(label);
  const [isIdle, wake] = useIdle();
  // nothing of it is seen without a login, and what was typed stays mounted
  const why = useStore(refusal);
  const isCovered = why !== null || isIdle;
  const palette = usePalette(isCovered);
  useEffect(() => startLive(client), [client]);
  useEffect(() => {
    if (!notice && !screen) saveAddress(tab, pathname + search);
  }, [tab, notice, screen, pathname, search]);

  return (
    <div className={styles.frame}>
      <title>{title}</title>
      <a className={styles.skip} href="#main">
        Skip to content
      </a>
      <header className={styles.side}>
        <a className={styles.brand} href="/" aria-label={`${site.name}, open the shop`}>
          <LogoMark />
          <span aria-hidden="true">{site.name}</span>
        </a>
        <TabLinks current={tab} />
        <SideTools name={name} onShowKeys={keys.show} onShowPalette={palette.show} />
      </header>
      <main id="main" tabIndex={-1} className={styles.main} data-covered={isCovered || undefined}>
        <OfflineStrip />
        {notice && (
          <p role="alert" className={styles.notice}>
            {notice}
          </p>
        )}
        <TabBoundary key={`${tab} ${screen?.label}`}>
          <Suspense fallback={<TabSkeleton label={label} />}>
            <Page />
          </Suspense>
        </TabBoundary>
      </main>
      {keys.dialog}
      <div data-covered={isCovered || undefined}>{palette.dialog}</div>
      {isIdle && <IdleCover onWake={wake} />}
      {why === 'logged-out' && <RefusalDialog />}
    </div>
  );
}
