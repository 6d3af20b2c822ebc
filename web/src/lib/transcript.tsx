import type { MediaItem } from '@satrangi/contracts';
import { ErrorNote, scriptProps, Waiting } from '@satrangi/kit';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { cueAt, readCues } from './cues.ts';
import { openFile } from './streams.ts';
import { clockText } from './times.ts';
import styles from './transcript.module.css';

type Words = Pick<MediaItem, '_id' | 'mediaType' | 'captionLanguages' | 'hasTranscript' | 'language'>;

const ask = async (item: Words, file: string): Promise<string> => {
  const response = await fetch(await openFile({ id: item._id, mediaType: item.mediaType }, file));
  if (!response.ok) throw new Error(`transcript: ${response.status}`);
  return response.text();
};

/** Captions carry the moment of each line, so they come before plain words. */
const captionOf = ({ captionLanguages, language }: Words): string | undefined =>
  captionLanguages.find((each) => each === language) ?? captionLanguages[0];

export const hasWords = (item: Words): boolean => item.captionLanguages.length > 0 || item.hasTranscript;

/** What is said, line by line; a line that knows its moment leads there. */
export function Transcript({
  item,
  seconds,
  onSeek,
}: {
  item: Words;
  seconds: number;
  onSeek: (seconds: number) => void;
}) {
  const caption = captionOf(item);
  const list = useRef<HTMLOListElement>(null);
  const words = useQuery({
    queryKey: ['library', 'words', item._id],
    queryFn: () => ask(item, caption ? `captions/${encodeURIComponent(caption)}` : 'transcript'),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const cues = caption && words.data ? readCues(words.data) : [];
  const here = cueAt(cues, seconds);

  useEffect(() => {
    const box = list.current;
    const line = box?.children[here];
    // Somebody who looks at another line, by keyboard or finger, is not pulled back.
    if (!box || !(line instanceof HTMLElement) || box.matches(':focus-within, :hover')) return;
    box.scrollTo({ top: line.offsetTop - box.offsetTop - box.clientHeight / 3 });
  }, [here]);

  if (words.isPending) return <Waiting>Loading...</Waiting>;
  if (words.isError)
    return <ErrorNote onRetry={words.refetch}>The transcript could not be loaded.</ErrorNote>;
  if (cues.length === 0)
    return (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled by keyboard from here
      <section className={`${styles.plain} text`} aria-label="Transcript" tabIndex={0} lang={item.language}>
        {words.data.split(/\n{2,}/).map((paragraph) => (
          <p key={paragraph} {...scriptProps(paragraph, item.language)}>
            {paragraph}
          </p>
        ))}
      </section>
    );
  return (
    <ol ref={list} className={styles.lines} aria-label="Transcript">
      {cues.map(({ start, text }, place) => (
        <li key={`${start} ${text}`}>
          <button
            type="button"
            aria-current={place === here ? 'true' : undefined}
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
