import { useQuery } from '@tanstack/react-query';
import { Figures } from '../../lib/figures.tsx';
import { InsightList } from '../../lib/insight-list.tsx';
import { insightsOf } from '../../lib/insights.ts';
import { mainFigures, moreFigures } from '../../lib/kpi-figures.ts';
import { Loaded } from '../../lib/loaded.tsx';
import { Columns, Panel } from '../../lib/panel.tsx';
import { kpisQuery } from '../../lib/queries.ts';
import { MediaBreakdown } from './media-breakdown.tsx';

/** The six numbers, their insights, and the composition of the catalogue (checklist ADM-04, ADM-05). */
export function AllFigures() {
  const kpis = useQuery(kpisQuery);
  return (
    <Loaded query={kpis} loading="Loading numbers" error="Failed to load the numbers" height="20rem">
      {(data) => (
        <>
          <Figures label="Numbers" figures={[...mainFigures(data), ...moreFigures(data)]} />
          <Columns>
            <MediaBreakdown breakdown={data.mediaBreakdown} />
            <Panel title="What stands out">
              <InsightList insights={insightsOf(data)} />
            </Panel>
          </Columns>
        </>
      )}
    </Loaded>
  );
}
