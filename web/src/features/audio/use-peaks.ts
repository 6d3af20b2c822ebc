import type { MediaItem } from '@satrangi/contracts';
import { useQuery } from '@tanstack/react-query';
import { openMediaStream } from '../../lib/media-streams.ts';
import { usePreferences } from '../../lib/preferences.ts';
import { peaksOf } from './peaks.ts';

/** Longer and larger recordings take too much data and memory to be decoded in a browser. */
const MAX_SECONDS = 900;
const MAX_BYTES = 8_000_000;
/** Samples per second: the lowest rate that every browser decodes to. */
const RATE = 8_000;

/** Decodes the whole recording. @throws when it did not load, or the browser cannot decode it */
const decodedPeaks = async ({ _id: id, mediaType }: MediaItem, signal: AbortSignal) => {
  const { url } = await openMediaStream({ id, mediaType });
  const answer = await fetch(url, { signal });
  if (!answer.ok) throw new TypeError(`${answer.status}`);
  const context = new OfflineAudioContext(1, 1, RATE);
  const sound = await context.decodeAudioData(await answer.arrayBuffer());
  return peaksOf(sound.getChannelData(0));
};

const isSmall = ({ fileBytes, durationSeconds }: MediaItem): boolean =>
  fileBytes !== null && fileBytes <= MAX_BYTES && (durationSeconds ?? MAX_SECONDS + 1) <= MAX_SECONDS;

/** Undefined while they load, and when there are none. */
export type Peaks = readonly number[] | undefined;

/** The peaks of a recording from its own file, in memory only. `hasRoom`: they are here, or on their way. */
export const usePeaks = (item: MediaItem): { readonly peaks: Peaks; readonly hasRoom: boolean } => {
  const { dataSaver } = usePreferences();
  const canDecode = typeof OfflineAudioContext === 'function';
  const { data, isLoading } = useQuery({
    queryKey: ['library', 'peaks', item._id, item.fileId],
    queryFn: ({ signal }) => decodedPeaks(item, signal),
    enabled: canDecode && !dataSaver && isSmall(item),
    staleTime: 'static',
    retry: false,
  });
  return { peaks: data, hasRoom: isLoading || data !== undefined };
};
