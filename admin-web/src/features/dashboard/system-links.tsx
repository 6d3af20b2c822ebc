import { Link } from 'react-router-dom';
import { Lines, Panel } from '../../lib/panel.tsx';

const screens = [
  ['/?tab=dashboard&open=audit', 'Audit log', 'Who changed what, and when'],
  ['/?tab=dashboard&open=connections', 'Connections', 'Payments, mail, Google and others, checked live'],
  ['/?tab=dashboard&open=parked', 'Parked messages', 'What a service could not handle'],
  ['/?tab=orders&view=reconciliation', 'Reconciliation', 'Orders against the books of the providers'],
] as const;

/** Screens that look after the system. */
export function SystemLinks() {
  return (
    <Panel title="System">
      <Lines>
        {screens.map(([to, name, what]) => (
          <li key={to}>
            <Link to={to}>{name}</Link>
            <span className="muted">{what}</span>
          </li>
        ))}
      </Lines>
    </Panel>
  );
}
