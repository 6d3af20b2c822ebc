import type { MediaItem } from '@satrangi/contracts';
import { ErrorNote, scriptProps, Waiting } from '@satrangi/kit';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { cueAt, readCues } from './cues.ts';
import { mediaFileUrl } from './media-streams.ts';
import { clockText } from './times.ts';
import styles from './transcript.module.css';

type TranscriptSource = Pick<
  MediaItem,
  '_id' | 'mediaType' | 'captionLanguages' | 'hasTranscript' | 'language'
>;

const fetchText = async (item: TranscriptSource, file: string): Promise<string> => {
  const response = await fetch(await mediaFileUrl({ id: item._id, mediaType: item.mediaType }, file));
  if (!response.ok) throw new Error(`transcript: ${response.status}`);
  return response.text();
};

/** Captions have times, so they are preferred to plain text. */
const captionOf = ({ captionLanguages, language }: TranscriptSource): string | undefined =>
  captionLanguages.find((each) => each === language) ?? captionLanguages[0];

export const hasTranscriptText = (item: TranscriptSource): boolean =>
  item.captionLanguages.length > 0 || item.hasTranscript;

/** The transcript; a line with a time seeks to it. */
export function Transcript({
  item,
  seconds,
  onSeek,
}: {
  item: TranscriptSource;
  seconds: number;
  onSeek: (seconds: number) => void;
}) {
  const caption = captionOf(item);
  const list = useRef<HTMLOListElement>(null);
  const transcript = useQuery({
    queryKey: ['library', 'words', item._id],
    queryFn: () => fetchText(item, caption ? `captions/${encodeURIComponent(caption)}` : 'transcript'),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const cues = caption && transcript.data ? readCues(transcript.data) : [];
  const current = cueAt(cues, seconds);

  useEffect(() => {
    const box = list.current;
    const line = box?.children[current];
    // A transcript in use (focus or pointer) is not scrolled.
    if (!box || !(line instanceof HTMLElement) || box.matches(':focus-within, :hover')) return;
    box.scrollTo({ top: line.offsetTop - box.offsetTop - box.clientHeight / 3 });
  }, [current]);

  if (transcript.isPending) return <Waiting>Loading...</Waiting>;
  if (transcript.data === undefined)
    return <ErrorNote onRetry={transcript.refetch}>The transcript could not be loaded.</ErrorNote>;
  if (cues.length === 0)
    return (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled by keyboard from here
      <section className={`${styles.plain} text`} aria-label="Transcript" tabIndex={0} lang={item.language}>
        {transcript.data.split(/\n{2,}/).map((paragraph) => (
          <p key={paragraph} {...scriptProps(paragraph, item.language)}>
            {paragraph}
          </p>
        ))}
      </section>
    );
  return (
    <ol ref={list} className={styles.lines} aria-label="Transcript">
      {cues.map(({ start, text }, index) => (
        <li key={`${start} ${text}`}>
          <button
            type="button"
            aria-current={index === current ? 'true' : undefined}
            onClick={() => onSeek(start)}
          >
            <span className="num">{clockText(start)}</span>
            <span className="text" {...scriptProps(text, caption)}>
              {text}
            </span>
          </button>
        </li>
      ))}
    </ol>
  );
}
