import type { UserRow } from '@satrangi/contracts';
import { Dialog, ErrorNote, useToast, Waiting } from '@satrangi/kit';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../lib/api.ts';
import { Confirm } from '../../lib/confirm.tsx';
import { ifMatch } from '../../lib/if-match.ts';
import { refusalText, revealEmail } from './users-queries.ts';

type Props = {
  user: UserRow;
  onClose: () => void;
  onDeleted?: () => void;
};

/**
 * Asks before an account is deleted: its address must be typed, and without one its name. Opening it shows the address,
 * which is recorded as an act of the admin. An account that changed since it was read is not deleted.
 */
export function DeleteUser({ user: row, onClose, onDeleted }: Props) {
  const client = useQueryClient();
  const showToast = useToast();
  // the row that the question shows: the list may be refreshed
  const [user] = useState(row);
  const email = useQuery({
    queryKey: ['revealed', user._id],
    queryFn: () => revealEmail(user._id),
    enabled: user.email !== null,
    // requested once: each look is an act
    staleTime: 'static',
    gcTime: 0,
    retry: false,
  });
  const title = `Delete ‘${user.name}’?`;
  if (user.email !== null && email.data === undefined)
    return (
      <Dialog open title={title} shape="centre" onClose={onClose}>
        {email.isError && !email.isFetching ? (
          <ErrorNote onRetry={() => void email.refetch()}>Failed to show the address</ErrorNote>
        ) : (
          <Waiting>Looking up the address …</Waiting>
        )}
      </Dialog>
    );
  const text = email.data ?? user.name;
  return (
    <Confirm
      title={title}
      action="Delete"
      typed={{ label: email.data ? `Type the address: ${text}` : `Type the name: ${text}`, text }}
      failureOf={(error) => refusalText(error, 'Failed to delete user')}
      onConfirm={async () => {
        const call = api.identity.deleteUser({ params: { id: user._id } }, ifMatch(user.revision));
        // also after a refusal: the row may show a state that is gone
        await call.finally(() => void client.invalidateQueries({ queryKey: ['identity'] }));
        showToast(`‘${user.name}’ is deleted.`);
        onDeleted?.();
      }}
      onClose={onClose}
    >
      <p>
        <b>Goes for good:</b> the account with its name, address and logins, its library, its place in each
        title, and its reviews.
      </p>
      <p>
        <b>Stays:</b> its orders for seven years, because the law asks for it, without name, email or phone.
      </p>
      <p>This can not be undone.</p>
    </Confirm>
  );
}
