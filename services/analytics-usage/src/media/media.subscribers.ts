import { on, type Subscription } from '@satrangi/chassis';
import { subscriptions } from '@satrangi/contracts';
import type { RecordFact } from '../facts/record-fact.ts';
import type { MediaStore } from './media.store.ts';

/** Projects the items of the catalog. A new item is a fact; one that is announced again on request is not. */
export const mediaSubscribers = (
  media: MediaStore,
  { record, onChanged }: { readonly record: RecordFact; readonly onChanged: () => void },
): Subscription[] => [
  on(subscriptions['analytics-usage.project-media'], async (event) => {
    const { id, time, causationid, data } = event;
    const { mediaId, mediaType, version, status, title } = data;
    const isWritten = await media.upsertNewer({ _id: mediaId, mediaType, status, version });
    if (version === 1 && causationid === undefined)
      await record({ _id: id, type: 'item-added', at: new Date(time), ref: mediaId, details: { title } });
    if (isWritten) onChanged();
  }),
];
