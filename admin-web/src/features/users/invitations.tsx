import type { Invitation } from '@satrangi/contracts';
import { accountTexts, INVITATION_DAYS, isEmail } from '@satrangi/contracts/pure';
import { Button, Dialog, ErrorNote, Field, useForm, useToast } from '@satrangi/kit';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../lib/api.ts';
import { Confirm } from '../../lib/confirm.tsx';
import { draftKey } from '../../lib/drafts.ts';
import { dayText } from '../../lib/format.ts';
import { sentenceOf } from '../../lib/http.ts';
import { INVITATIONS_KEY, invitationsQuery } from '../../lib/invitations.ts';
import { KeptNote } from '../../lib/kept-note.tsx';
import { Lines, Panel } from '../../lib/panel.tsx';
import { useKeeping, useKept } from '../../lib/use-kept.ts';
import styles from './users.module.css';
import { refusalText } from './users-queries.ts';

const noAddress = { email: '' };

/** Asks for an address and mails an invitation to it. */
export function InviteAdmin({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const showToast = useToast();
  const kept = useKept(draftKey('users', 'invite'), noAddress, 'tab');
  const { form, field, failure, busy, values, set } = useForm({
    initial: kept.first,
    check: ({ email }) => ({ email: isEmail(email.trim()) ? undefined : accountTexts.emailInvalid }),
    submit: async ({ email }) => {
      const invitation = await api.identity.inviteAdmin({ body: { email: email.trim() } });
      client.invalidateQueries({ queryKey: INVITATIONS_KEY }).catch(() => undefined);
      kept.drop();
      showToast(`An invitation to ${invitation.email} is on its way.`);
      onClose();
    },
    failureOf: (error) => refusalText(error, 'Failed to send the invitation'),
  });
  useKeeping(kept, values);
  return (
    <Dialog open title="Invite an admin" shape="centre" onClose={onClose}>
      <form className={styles.form} aria-label="Invite an admin" {...form}>
        <p>
          An admin sees orders, submissions and readers, and can change all of it. The link in the mail works
          once, for {INVITATION_DAYS} days, while you are an admin. The mail does not name this site.
        </p>
        <KeptNote
          at={kept.at}
          onDrop={() => {
            kept.drop();
            set(noAddress);
          }}
        />
        <Field
          label="Email"
          type="email"
          autoComplete="off"
          spellCheck={false}
          required
          {...field('email')}
        />
        {failure && <ErrorNote>{failure}</ErrorNote>}
        <div className={styles.acts}>
          <Button type="submit" tone="primary" disabled={busy}>
            Send invitation
          </Button>
          <Button disabled={busy} onClick={onClose}>
            Cancel
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Invitations that wait for their owner. Nothing is shown while there are none. */
export function Invitations() {
  const client = useQueryClient();
  const { data = [], isError, isFetching, refetch } = useQuery(invitationsQuery);
  const [revoked, setRevoked] = useState<Invitation>();
  const hasFailed = isError && !isFetching;
  if (data.length === 0 && !hasFailed) return null;
  return (
    <div className={styles.part}>
      {hasFailed && <ErrorNote onRetry={() => void refetch()}>Failed to load invitations</ErrorNote>}
      {data.length > 0 && (
        <Panel title="Invitations of admins">
          <Lines>
            {data.map((invitation) => (
              <li key={invitation._id}>
                <span>
                  {invitation.email}
                  <span className={styles.since}>
                    {invitation.isExpired ? 'Expired' : 'Waiting, until'} {dayText(invitation.expiresAt)}
                  </span>
                </span>
                <Button
                  size="s"
                  tone="danger"
                  aria-label={`Revoke the invitation to ${invitation.email}`}
                  onClick={() => setRevoked(invitation)}
                >
                  Revoke
                </Button>
              </li>
            ))}
          </Lines>
        </Panel>
      )}
      {revoked && (
        <Confirm
          title={`Revoke the invitation to ‘${revoked.email}’?`}
          action="Revoke"
          failureOf={sentenceOf}
          onConfirm={async () => {
            await api.identity.revokeInvitation({ params: { id: revoked._id } });
            await client.invalidateQueries({ queryKey: INVITATIONS_KEY });
          }}
          onClose={() => setRevoked(undefined)}
        >
          <p>Its link stops working at once.</p>
        </Confirm>
      )}
    </div>
  );
}
