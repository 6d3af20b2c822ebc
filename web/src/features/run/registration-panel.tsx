import type { RunEvent } from '../../lib/run-queries.ts';
import type { Registration } from './registration.ts';
import { CardStep, RegistrationWidget } from './registration-widget.tsx';

/** The short form beside the text. */
export function RegistrationPanel(props: {
  registration: Registration;
  event: RunEvent;
  onMore: () => void;
}) {
  return (
    <>
      <RegistrationWidget {...props} size="compact" />
      <CardStep registration={props.registration} />
    </>
  );
}
