import type { Letter } from '@satrangi/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { api } from '../../lib/api.ts';
import { Confirm } from '../../lib/confirm.tsx';
import { counted } from '../../lib/format.ts';
import { CallError, messageOf } from '../../lib/http.ts';
import { newsletterSentences, sendLabel, sentenceOf, TYPED_FROM } from './letter-words.ts';
import styles from './newsletters.module.css';

const withOwnSentence: readonly (string | undefined)[] = ['may-out-readers', 'version-conflict'];

type Props = {
  letter: Pick<Letter, '_id' | 'subject' | 'updatedAt'>;
  readers: number;
  words: readonly string[];
  onSent: (sentence: string) => void;
  onClose: () => void;
};

/**
 * Asks before a letter goes out; above a thousand readers their number must be typed. Words that may out a reader must be
 * meant (checklist ADM-34, BEY-01).
 */
export function SendDialog({ letter: present, readers, words, onSent, onClose }: Props) {
  // the version that the question shows: another admin may save a newer one
  const [letter] = useState(present);
  const [isMeant, setMeant] = useState(false);
  const [refused, setRefused] = useState('');
  const box = useId();
  const client = useQueryClient();
  const needsBox = words.length > 0 || refused !== '';
  const send = async (): Promise<void> => {
    const answer: unknown = await api.cms
      .sendLetter({
        params: { id: letter._id },
        body: { knowingly: isMeant, updatedAt: letter.updatedAt },
      })
      .catch((error: unknown) => {
        if (error instanceof CallError && error.problem?.code === 'may-out-readers')
          setRefused(messageOf(error));
        throw error;
      });
    onSent(sentenceOf(answer));
    await client.invalidateQueries({ queryKey: ['letters'] });
  };
  return (
    <Confirm
      title={`Send ‘${letter.subject}’ to ${counted(readers, 'reader')}?`}
      action={sendLabel(readers)}
      tone="primary"
      {...(readers > TYPED_FROM && {
        typed: { label: `Type ${readers} to send it`, text: String(readers) },
      })}
      onConfirm={send}
      failureOf={(error) =>
        error instanceof CallError && withOwnSentence.includes(error.problem?.code)
          ? messageOf(error)
          : newsletterSentences.sendFailed
      }
      onClose={onClose}
    >
      <p>
        Every reader who has confirmed gets it, as it is saved now. A letter that is sent can not be called
        back.
      </p>
      {needsBox && (
        <div className={styles.check}>
          <input
            id={box}
            type="checkbox"
            checked={isMeant}
            onChange={({ target }) => setMeant(target.checked)}
          />
          <label htmlFor={box}>
            {words.length > 0 ? `I mean the words ${words.join(', ')}` : 'I mean these words'}: a locked phone
            may show them to others.
          </label>
        </div>
      )}
    </Confirm>
  );
}
