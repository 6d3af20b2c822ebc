import { Button, closeIcon, Icon, IconButton } from '@satrangi/kit';
import { useEffect, useRef, useState } from 'react';
import { languageName } from '../../lib/language-name.ts';
import type { Book } from './book.ts';
import styles from './book-search.module.css';
import { readPageText } from './page-text.ts';
import { paragraphsOf } from './paragraphs.ts';
import { loadVoices, sentencesOf, voiceFor } from './speech.ts';

type State = 'reading' | 'paused' | 'voiceless' | 'ended' | 'failed';

const sentencesOn = async (book: Book, page: number, isRtl: boolean): Promise<string[]> => {
  const [{ runs }, size] = await Promise.all([readPageText(book, page), book.sizeOf(page)]);
  return paragraphsOf(runs, size, isRtl).flatMap(({ text }) => sentencesOf(text));
};

const messageOf = (state: State, page: number, language: string): string => {
  if (state === 'voiceless')
    return `This device has no voice for ${languageName(language)}. Its settings may offer one.`;
  if (state === 'ended') return 'That was the end of the book.';
  if (state === 'failed') return 'This page could not be read aloud.';
  return state === 'paused' ? 'Paused' : `Reading page ${page} aloud`;
};

/** Reads the book aloud from this page on, by a voice of the device; pages turn by themselves. */
export function ReadAloud({
  book,
  page,
  language,
  isRtl,
  onGo,
  onClose,
}: {
  book: Book;
  page: number;
  language: string;
  isRtl: boolean;
  onGo: (page: number) => void;
  onClose: () => void;
}) {
  const [state, setState] = useState<State>('reading');
  const onGoRef = useRef(onGo);
  onGoRef.current = onGo;

  useEffect(() => {
    const speech: SpeechSynthesis | undefined = globalThis.speechSynthesis;
    if (!speech) return setState('voiceless');
    let isActive = true;
    const turn = (): void => {
      if (!isActive) return;
      if (page < book.pages) onGoRef.current(page + 1);
      else setState('ended');
    };
    const read = async (): Promise<void> => {
      const voice = voiceFor(await loadVoices(speech), language);
      const sentences = voice ? await sentencesOn(book, page, isRtl) : [];
      if (!isActive) return;
      if (!voice) return setState('voiceless');
      setState('reading');
      if (sentences.length === 0) return turn();
      for (const [index, sentence] of sentences.entries()) {
        const utterance = new SpeechSynthesisUtterance(sentence);
        utterance.voice = voice;
        utterance.lang = voice.lang;
        utterance.onerror = () => isActive && setState('failed');
        if (index === sentences.length - 1) utterance.onend = turn;
        speech.speak(utterance);
      }
    };
    read().catch(() => isActive && setState('failed'));
    return () => {
      isActive = false;
      // A paused browser would stay silent on the next page.
      speech.resume();
      speech.cancel();
    };
  }, [book, page, language, isRtl]);

  const pause = (): void => {
    speechSynthesis.pause();
    setState('paused');
  };
  const resume = (): void => {
    speechSynthesis.resume();
    setState('reading');
  };
  return (
    <section className={styles.strip} aria-label="Reading aloud">
      <p role="status">{messageOf(state, page, language)}</p>
      {state === 'reading' && (
        <Button size="s" onClick={pause}>
          Pause
        </Button>
      )}
      {state === 'paused' && (
        <Button size="s" onClick={resume}>
          Continue
        </Button>
      )}
      <IconButton label="Stop reading aloud" onClick={onClose}>
        <Icon shape={closeIcon} />
      </IconButton>
    </section>
  );
}
