import type { MediaItem } from '@satrangi/contracts';
import { type RefObject, useEffect, useState } from 'react';
import { openFile } from '../../lib/streams.ts';
import { useVideoChoices } from './video-choices.ts';

type Track = { readonly language: string; readonly src: string };

/** The captions of a film and which of them show: the reader's language first, on until switched off. */
export const useCaptions = (
  video: RefObject<HTMLVideoElement | null>,
  { _id: id, mediaType, captionLanguages }: MediaItem,
) => {
  const { captions: isOn } = useVideoChoices();
  const [tracks, setTracks] = useState<readonly Track[]>([]);
  const [chosen, setChosen] = useState<string>();
  const mine = navigator.languages ?? [];
  const language =
    chosen ??
    captionLanguages.find((each) => mine.some((own) => own.split('-')[0] === each.split('-')[0])) ??
    captionLanguages[0];

  // biome-ignore lint/correctness/useExhaustiveDependencies: the languages of a film are told with the film
  useEffect(() => {
    let isHere = true;
    Promise.all(
      captionLanguages.map(async (each) => ({
        language: each,
        src: await openFile({ id, mediaType }, `captions/${encodeURIComponent(each)}`),
      })),
    ).then(
      (opened) => isHere && setTracks(opened),
      () => undefined,
    );
    return () => {
      isHere = false;
    };
  }, [id, mediaType]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: new tracks in the element are shown or hidden too
  useEffect(() => {
    for (const track of video.current?.textTracks ?? [])
      track.mode = isOn && track.language === language ? 'showing' : 'disabled';
  }, [video, isOn, language, tracks]);

  return { tracks, language, choose: setChosen };
};
