import { Icon, profileIcon } from '@satrangi/kit';
import { useQueries } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { lastAddress } from '../lib/address.ts';
import {
  analyticsIcon,
  blogsIcon,
  collectionsIcon,
  contentIcon,
  contributionsIcon,
  dashboardIcon,
  mediaIcon,
  newslettersIcon,
  ordersIcon,
  publishingIcon,
  usageIcon,
  usersIcon,
  virtualRunsIcon,
} from '../lib/icons.ts';
import { type Tab, type TabName, tabPath, tabs } from '../lib/tabs.ts';
import { tabsWithWork, waitingQuery } from '../lib/waiting.ts';
import styles from './tab-links.module.css';

const icons: Readonly<Record<TabName, string>> = {
  dashboard: dashboardIcon,
  analytics: analyticsIcon,
  media: mediaIcon,
  collections: collectionsIcon,
  creators: profileIcon,
  publishing: publishingIcon,
  blogs: blogsIcon,
  content: contentIcon,
  users: usersIcon,
  newsletters: newslettersIcon,
  orders: ordersIcon,
  contributions: contributionsIcon,
  events: virtualRunsIcon,
  usage: usageIcon,
};

const groups = [...new Set(tabs.map(({ group }) => group))];

type WorkOfTab = { readonly count: number; readonly what: string };

/** The work that waits in each tab; the same calls as those of the dashboard. */
const useWork = (): Partial<Record<TabName, WorkOfTab>> => {
  const answers = useQueries({ queries: tabsWithWork.map(waitingQuery) });
  return Object.fromEntries(
    tabsWithWork.map(({ tab, what }, index) => [tab, { count: answers[index]?.data ?? 0, what }]),
  );
};

type LinkProps = { tab: Tab; isCurrent: boolean; work: WorkOfTab | undefined };

function TabLink({ tab: { name, label }, isCurrent, work }: LinkProps) {
  const to = isCurrent ? tabPath(name) : (lastAddress(name) ?? tabPath(name));
  return (
    <li>
      <Link to={to} className={styles.tab} aria-current={isCurrent ? 'page' : undefined}>
        <Icon shape={icons[name]} size="s" />
        {label}
        {work && work.count > 0 && (
          <>
            {' '}
            <span className={styles.work}>
              {`${work.count} `}
              <span className="vh">{work.what}</span>
            </span>
          </>
        )}
      </Link>
    </li>
  );
}

/** The tabs: a sidebar on a desk, a bar that scrolls sideways on a phone. A number stands where work waits. */
export function TabLinks({ current }: { current: TabName }) {
  const work = useWork();
  const nav = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab has another place in the bar
  useEffect(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [current]);
  return (
    <nav ref={nav} aria-label="Admin" className={styles.nav}>
      {groups.map((group) => (
        <div key={group} className={styles.group}>
          {group && <h2>{group}</h2>}
          {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the role of a list without markers */}
          <ul role="list">
            {tabs
              .filter((tab) => tab.group === group)
              .map((tab) => (
                <TabLink key={tab.name} tab={tab} isCurrent={tab.name === current} work={work[tab.name]} />
              ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}
