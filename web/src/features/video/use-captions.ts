import type { MediaItem } from '@satrangi/contracts';
import { type RefObject, useEffect, useState } from 'react';
import { captionLanguageOf } from '../../lib/caption-language.ts';
import { mediaFileUrl } from '../../lib/media-streams.ts';
import { useVideoPreferences } from '../../lib/video-preferences.ts';

type Track = { readonly language: string; readonly src: string };

/** Caption tracks of a film and the selected language: the reader's own first. On by default. */
export const useCaptions = (
  video: RefObject<HTMLVideoElement | null>,
  { _id: id, mediaType, captionLanguages }: MediaItem,
) => {
  const { captions: isOn } = useVideoPreferences();
  const [tracks, setTracks] = useState<readonly Track[]>([]);
  const [chosen, setChosen] = useState<string>();
  const language = chosen ?? captionLanguageOf(captionLanguages);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the languages of a film change only with the film
  useEffect(() => {
    let isMounted = true;
    Promise.all(
      captionLanguages.map(async (each) => ({
        language: each,
        src: await mediaFileUrl({ id, mediaType }, `captions/${encodeURIComponent(each)}`),
      })),
    ).then(
      (opened) => isMounted && setTracks(opened),
      () => undefined,
    );
    return () => {
      isMounted = false;
    };
  }, [id, mediaType]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: new tracks need their mode set too
  useEffect(() => {
    const listed = video.current?.textTracks;
    if (!listed) return;
    const show = (): void => {
      for (const track of listed) track.mode = isOn && track.language === language ? 'showing' : 'disabled';
    };
    // Chromium may turn on a second track by itself, after this: its automatic track selection runs in a later task
    const showOne = (): void => {
      if ([...listed].filter(({ mode }) => mode === 'showing').length > 1) show();
    };
    show();
    listed.addEventListener('change', showOne);
    return () => listed.removeEventListener('change', showOne);
  }, [video, isOn, language, tracks]);

  return { tracks, language, choose: setChosen };
};
