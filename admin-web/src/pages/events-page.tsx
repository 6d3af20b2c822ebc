import { Registrations } from '../features/virtual-runs/registrations.tsx';

/** The virtual run: registrations, event, payments without a runner. */
export function EventsPage() {
  return <Registrations />;
}
