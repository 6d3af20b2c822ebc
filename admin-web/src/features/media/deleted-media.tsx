import type { DeletedItem } from '@satrangi/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { DeletedList } from '../../lib/deleted-list.tsx';
import { timeText } from '../../lib/format.ts';
import { sentenceOf } from '../../lib/http.ts';
import { callsOf, kindNamed } from './media-calls.ts';
import { mediaTexts } from './media-texts.ts';

const deletedMediaQuery = {
  queryKey: ['media', 'deleted'],
  queryFn: ({ signal }: { signal: AbortSignal }) => api.catalog.listDeletedMedia(undefined, { signal }),
  staleTime: 0,
};

/** Items that were deleted, the latest first; Restore brings one back into the shop. */
export function DeletedMedia({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const restore = async ({ _id, mediaType }: DeletedItem): Promise<void> => {
    // also after a failure: the list may be older than what another admin did
    await callsOf(kindNamed(mediaType))
      .restore({ params: { id: _id } })
      .finally(() => client.invalidateQueries({ queryKey: ['media'] }));
  };
  return (
    <DeletedList
      title="Deleted items"
      query={useQuery(deletedMediaQuery)}
      error={mediaTexts.loadFailed}
      empty="No item was deleted."
      rowOf={({ _id, title, creator, deletedAt }) => ({
        key: _id,
        name: title,
        facts: (
          <>
            {creator}. Deleted <time dateTime={deletedAt}>{timeText(deletedAt)}</time>
          </>
        ),
      })}
      effect="It is in the shop and the lists again at once, with its price and its file. It is not featured."
      restore={restore}
      failureOf={sentenceOf}
      onClose={onClose}
    />
  );
}
