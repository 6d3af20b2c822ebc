import { Button, Icon } from '@satrangi/kit';
import { AllFigures } from '../features/analytics/all-figures.tsx';
import { ByDay } from '../features/analytics/by-day.tsx';
import { printIcon } from '../lib/icons.ts';
import { Columns } from '../lib/panel.tsx';
import { RecentEvents } from '../lib/recent-events.tsx';
import { TabHead } from '../lib/tab-head.tsx';

/** The key figures of the site. */
export function AnalyticsPage() {
  return (
    <>
      <TabHead title="Analytics">
        <Button size="s" tone="quiet" onClick={() => print()}>
          <Icon shape={printIcon} size="s" /> Print
        </Button>
      </TabHead>
      <AllFigures />
      <Columns>
        <ByDay />
        <RecentEvents />
      </Columns>
    </>
  );
}
