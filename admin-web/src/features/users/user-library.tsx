import type { ManualGrant, UserRow } from '@satrangi/contracts';
import { Button, useToast } from '@satrangi/kit';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../lib/api.ts';
import { Confirm } from '../../lib/confirm.tsx';
import { dayText } from '../../lib/format.ts';
import { Loaded } from '../../lib/loaded.tsx';
import { Lines } from '../../lib/panel.tsx';
import { GiveItem } from './give-item.tsx';
import styles from './users.module.css';
import { giftsQuery, refusalText, titleQuery } from './users-queries.ts';

/** The title of a given item; its id while the title is not known. */
const useTitleOf = (mediaId: string): string => useQuery(titleQuery(mediaId)).data ?? mediaId;

function Gift({ gift }: { gift: ManualGrant }) {
  const title = useTitleOf(gift.mediaId);
  const client = useQueryClient();
  const showToast = useToast();
  const [isConfirming, setConfirming] = useState(false);
  return (
    <li>
      <span>
        <b>{title}</b> ({gift.format}): {gift.reason}
        <span className={styles.since}>
          Given {dayText(gift.grantedAt)}
          {gift.expiresAt ? `, until ${dayText(gift.expiresAt)}` : ''}
        </span>
      </span>
      <Button size="s" tone="danger" aria-label={`Revoke ${title}`} onClick={() => setConfirming(true)}>
        Revoke
      </Button>
      {isConfirming && (
        <Confirm
          title={`Revoke ‘${title}’?`}
          action="Revoke"
          onConfirm={async () => {
            await api.library.revokeManually({ params: { id: gift._id } });
            client.invalidateQueries({ queryKey: ['library'] }).catch(() => undefined);
            showToast(`‘${title}’ is revoked.`);
          }}
          failureOf={(error) => refusalText(error, 'Failed to revoke the item')}
          onClose={() => setConfirming(false)}
        >
          <p>The gift goes out of the library. What was bought stays, also when it is the same item.</p>
        </Confirm>
      )}
    </li>
  );
}

/** What admins gave to an account. What it bought is not listed: no task of an admin needs it. */
export function UserLibrary({ userId }: { userId: UserRow['_id'] }) {
  const gifts = useQuery(giftsQuery(userId));
  const [isGiving, setGiving] = useState(false);
  return (
    <section className={styles.part} aria-labelledby="user-library">
      <h3 id="user-library">Given by admins</h3>
      <Loaded query={gifts} loading="Loading gifts" error="Failed to load the gifts" height="4rem">
        {(all) =>
          all.length === 0 ? (
            <p className="muted">Nothing was given to this account.</p>
          ) : (
            <Lines>
              {all.map((gift) => (
                <Gift key={gift._id} gift={gift} />
              ))}
            </Lines>
          )
        }
      </Loaded>
      {isGiving ? (
        <GiveItem userId={userId} onClose={() => setGiving(false)} />
      ) : (
        <Button size="s" className={styles.give} onClick={() => setGiving(true)}>
          Give an item
        </Button>
      )}
    </section>
  );
}
