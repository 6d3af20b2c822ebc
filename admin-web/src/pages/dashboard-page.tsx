import { Guide, ShowGuide } from '../features/dashboard/guide.tsx';
import { KpiCards } from '../features/dashboard/kpi-cards.tsx';
import { LastActs } from '../features/dashboard/last-acts.tsx';
import { NeedsYou } from '../features/dashboard/needs-you.tsx';
import { RunCounter } from '../features/dashboard/run-counter.tsx';
import { SystemLinks } from '../features/dashboard/system-links.tsx';
import { Columns } from '../lib/panel.tsx';
import { RecentEvents } from '../lib/recent-events.tsx';
import { TabHead } from '../lib/tab-head.tsx';

/** What needs an admin, and the key figures of the site. */
export function DashboardPage() {
  return (
    <>
      <TabHead title="Dashboard">
        <ShowGuide />
      </TabHead>
      <Guide />
      <KpiCards />
      <Columns>
        <NeedsYou />
        <RunCounter />
        <RecentEvents />
        <LastActs />
        <SystemLinks />
      </Columns>
    </>
  );
}
