/** Browsers stop in the middle of longer utterances. */
const LONGEST = 220;

/** Sentences of a text, long ones cut between words. */
export const sentencesOf = (text: string): string[] => {
  const sentences = text.match(/[^.!?।॥؟۔]+[.!?।॥؟۔]*["”’)]*\s*/gu) ?? [];
  return sentences.flatMap((sentence) => {
    const parts: string[] = [];
    for (const word of sentence.trim().split(/\s+/)) {
      const last = parts.at(-1);
      if (last !== undefined && last.length + word.length < LONGEST)
        parts[parts.length - 1] = `${last} ${word}`;
      else parts.push(word);
    }
    return parts.filter((part) => /[\p{L}\p{N}]/u.test(part));
  });
};

type Voice = Pick<SpeechSynthesisVoice, 'lang' | 'localService' | 'default'>;

const baseOf = (language: string): string => language.toLowerCase().split(/[-_]/)[0] ?? '';

/**
 * The voice of this device for a language; undefined without one. Voices of a network service are not used: they would send
 * the book's words, and with them who reads it, to a third party.
 */
export const voiceFor = <V extends Voice>(voices: readonly V[], language: string): V | undefined => {
  const own = voices.filter(({ lang, localService }) => localService && baseOf(lang) === baseOf(language));
  return own.find((voice) => voice.default) ?? own.find(({ lang }) => lang.endsWith('IN')) ?? own[0];
};

/** The voices of the browser; some browsers load them late. */
export const loadVoices = async (
  speech: SpeechSynthesis,
  waitMs = 1_500,
): Promise<SpeechSynthesisVoice[]> => {
  if (speech.getVoices().length > 0) return speech.getVoices();
  await new Promise<void>((resolve) => {
    speech.addEventListener('voiceschanged', () => resolve(), { once: true });
    setTimeout(resolve, waitMs);
  });
  return speech.getVoices();
};
