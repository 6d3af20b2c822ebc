import { useQuery } from '@tanstack/react-query';
import { Figures } from '../../lib/figures.tsx';
import { InsightList } from '../../lib/insight-list.tsx';
import { insightsOf } from '../../lib/insights.ts';
import { mainFigures } from '../../lib/kpi-figures.ts';
import { Loaded } from '../../lib/loaded.tsx';
import { kpisQuery } from '../../lib/queries.ts';

/** The four numbers of the dashboard (checklist ADM-02), and what is wrong with them. */
export function KpiCards() {
  const kpis = useQuery(kpisQuery);
  return (
    <Loaded query={kpis} loading="Loading numbers" error="Failed to load the numbers" height="6.5rem">
      {(data) => (
        <>
          <Figures label="Numbers" figures={mainFigures(data)} />
          <InsightList insights={insightsOf(data).filter(({ tone }) => tone === 'warning')} />
        </>
      )}
    </Loaded>
  );
}
