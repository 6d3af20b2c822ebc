import { useQuery } from '@tanstack/react-query';
import { agoText, timeText } from './format.ts';
import { Loaded } from './loaded.tsx';
import { Lines, Panel } from './panel.tsx';
import { eventsQuery } from './queries.ts';

const SHOWN = 10;

/** The ten latest events, each with title and date (checklist ADM-02, ADM-04). */
export function RecentEvents() {
  const events = useQuery(eventsQuery);
  return (
    <Panel title="Recent events">
      <Loaded query={events} loading="Loading recent events" error="Failed to load recent events">
        {(all) =>
          all.length === 0 ? (
            <p className="muted">Nothing has happened yet.</p>
          ) : (
            <Lines>
              {all.slice(0, SHOWN).map(({ _id, title, date }) => (
                <li key={_id}>
                  <span>{title}</span>
                  <time dateTime={date} title={timeText(date)}>
                    {agoText(date)}
                  </time>
                </li>
              ))}
            </Lines>
          )
        }
      </Loaded>
    </Panel>
  );
}
