import type { DeletedItem } from '@satrangi/contracts';
import { Button, Dialog, useToast } from '@satrangi/kit';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../lib/api.ts';
import { Confirm } from '../../lib/confirm.tsx';
import { Loaded } from '../../lib/faces.tsx';
import { timeText } from '../../lib/format.ts';
import { messageOf } from '../../lib/http.ts';
import { Lines } from '../../lib/panel.tsx';
import styles from './media.module.css';
import { callsOf, kindNamed } from './media-calls.ts';

const deletedMediaQuery = {
  queryKey: ['media', 'deleted'],
  queryFn: ({ signal }: { signal: AbortSignal }) => api.catalog.listDeletedMedia(undefined, { signal }),
  staleTime: 0,
};

/** Items that were deleted, the latest first; Restore brings one back into the shop. */
export function DeletedMedia({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const toast = useToast();
  const deleted = useQuery(deletedMediaQuery);
  const [asked, setAsked] = useState<DeletedItem | null>(null);
  const restore = async ({ _id, mediaType, title }: DeletedItem): Promise<void> => {
    // also after a failure: the list may be older than what another admin did
    await callsOf(kindNamed(mediaType))
      .restore({ params: { id: _id } })
      .finally(() => client.invalidateQueries({ queryKey: ['media'] }));
    toast(`‘${title}’ is back.`);
  };
  return (
    <Dialog open onClose={onClose} title="Deleted items" shape="side">
      <Loaded query={deleted} loading="Loading deleted items" error="Failed to load media" height="6rem">
        {(list) =>
          list.length === 0 ? (
            <p>No item was deleted.</p>
          ) : (
            <Lines>
              {list.map((item) => (
                <li key={item._id} className={styles.deleted}>
                  <span>
                    <b>{item.title}</b>
                    <span className="muted">
                      {' '}
                      {item.creator}. Deleted{' '}
                      <time dateTime={item.deletedAt}>{timeText(item.deletedAt)}</time>
                    </span>
                  </span>
                  <Button size="s" aria-label={`Restore ${item.title}`} onClick={() => setAsked(item)}>
                    Restore
                  </Button>
                </li>
              ))}
            </Lines>
          )
        }
      </Loaded>
      {asked && (
        <Confirm
          title={`Restore ‘${asked.title}’?`}
          action="Restore"
          tone="primary"
          onConfirm={() => restore(asked)}
          failureOf={messageOf}
          onClose={() => setAsked(null)}
        >
          <p>
            It is in the shop and the lists again at once, with its price and its file. It is not featured.
          </p>
        </Confirm>
      )}
    </Dialog>
  );
}
