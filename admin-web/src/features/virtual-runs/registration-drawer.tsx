import type { Registration } from '@satrangi/contracts';
import { runPagePath } from '@satrangi/contracts/pure';
import { Button } from '@satrangi/kit';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { api } from '../../lib/api.ts';
import { Confirm } from '../../lib/confirm.tsx';
import { Drawer } from '../../lib/drawer.tsx';
import { rupees, timeText } from '../../lib/format.ts';
import { sentenceOf } from '../../lib/http.ts';
import { RegistrationStatus } from './run-columns.tsx';
import styles from './virtual-runs.module.css';

const ChangeRegistration = lazy(async () => ({
  default: (await import('./registration-form.tsx')).ChangeRegistration,
}));

function Facts({ registration }: { registration: Registration }) {
  const {
    name,
    amountPaid,
    paymentId,
    paymentStatus,
    consentData,
    consentMarketing,
    source,
    createdAt,
    slug,
  } = registration;
  return (
    <dl className={styles.facts}>
      <dt>Status</dt>
      <dd>
        <RegistrationStatus status={paymentStatus} />
      </dd>
      <dt>Billing name</dt>
      <dd>{name}</dd>
      <dt>Fee</dt>
      <dd className="num">{rupees(amountPaid)}</dd>
      <dt>Payment</dt>
      <dd>{paymentId ?? 'None'}</dd>
      <dt>Data consent</dt>
      <dd>{consentData ? 'Given' : 'Not recorded'}</dd>
      <dt>News</dt>
      <dd>{consentMarketing ? 'Wanted' : 'Not wanted'}</dd>
      <dt>Came by</dt>
      <dd>{source === 'admin' ? 'an admin' : 'the form of the site'}</dd>
      <dt>Created</dt>
      <dd>
        <time dateTime={createdAt}>{timeText(createdAt)}</time>
      </dd>
      <dt>Page</dt>
      <dd>
        <a href={runPagePath(slug)} target="_blank" rel="noopener noreferrer">
          Open the page
        </a>
      </dd>
    </dl>
  );
}

function CancelButton({ registration: { _id, displayName, revision } }: { registration: Registration }) {
  const [isConfirming, setConfirming] = useState(false);
  const client = useQueryClient();
  const cancel = async (): Promise<void> => {
    try {
      await api['virtual-run'].cancelRegistration({ params: { id: _id }, query: { revision } });
    } finally {
      // a refusal over a newer revision, too: the drawer shows that one
      await client.invalidateQueries({ queryKey: ['run'] });
    }
  };
  return (
    <>
      <Button size="s" tone="danger" onClick={() => setConfirming(true)}>
        Cancel this registration
      </Button>
      {isConfirming && (
        <Confirm
          title={`Cancel the registration of ${displayName}?`}
          action="Cancel the registration"
          onConfirm={cancel}
          failureOf={sentenceOf}
          onClose={() => setConfirming(false)}
        >
          <p>
            Its page closes, and it does not count any more. It can not be taken back. The fee is refunded in
            Orders.
          </p>
        </Confirm>
      )}
    </>
  );
}

/** Ends the private link of the runner, who gets the next one by mail. */
function RenewLinkButton({ registration: { _id, displayName } }: { registration: Registration }) {
  const [isConfirming, setConfirming] = useState(false);
  const [isRenewed, setRenewed] = useState(false);
  const client = useQueryClient();
  const renew = async (): Promise<void> => {
    await api['virtual-run'].renewRegistrationLink({ params: { id: _id } });
    setRenewed(true);
    await client.invalidateQueries({ queryKey: ['run'] });
  };
  return (
    <>
      <Button size="s" onClick={() => setConfirming(true)}>
        Renew the private link
      </Button>
      <span role="status">{isRenewed && 'A mail with the new link is on its way.'}</span>
      {isConfirming && (
        <Confirm
          title={`Renew the private link of ${displayName}?`}
          action="Renew the link"
          onConfirm={renew}
          failureOf={sentenceOf}
          onClose={() => setConfirming(false)}
        >
          <p>The present link ends at once. The runner gets a new one by mail; nobody else sees it.</p>
        </Confirm>
      )}
    </>
  );
}

const isCounted = ({ paymentStatus }: Registration): boolean =>
  paymentStatus === 'paid' || paymentStatus === 'manual';

type Props = {
  registration: Registration | undefined;
  isLoading: boolean;
  keys: readonly string[];
};

/** One registration: what is known, what can be changed, and its end. */
export function RegistrationDrawer({ registration, isLoading, keys }: Props) {
  return (
    <Drawer title={registration?.displayName ?? 'Registration'} keys={keys}>
      {registration ? (
        <>
          <Facts registration={registration} />
          {registration.paymentStatus !== 'cancelled' && (
            <>
              <Suspense fallback={<p role="status">Loading …</p>}>
                <ChangeRegistration registration={registration} />
              </Suspense>
              <div className={styles.end}>
                {isCounted(registration) && <RenewLinkButton registration={registration} />}
                <CancelButton registration={registration} />
              </div>
            </>
          )}
        </>
      ) : (
        <p role="status">{isLoading ? 'Loading …' : 'This registration is not on this page of the list.'}</p>
      )}
    </Drawer>
  );
}
