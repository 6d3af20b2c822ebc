import type { LetterSend } from '@satrangi/contracts';
import { Button, ErrorNote } from '@satrangi/kit';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { api } from '../../lib/api.ts';
import { Confirm } from '../../lib/confirm.tsx';
import { Loaded } from '../../lib/faces.tsx';
import { timeText } from '../../lib/format.ts';
import { messageOf } from '../../lib/http.ts';
import { Panel } from '../../lib/panel.tsx';
import { countsText, stateTexts } from './letter-words.ts';
import { sendsQuery } from './letters-queries.ts';
import styles from './newsletters.module.css';

type Act = 'pauseSend' | 'resumeSend' | 'cancelSend' | 'retryFailed';

const actsOf = ({ state, failed }: LetterSend): readonly (readonly [Act, string])[] => {
  if (state === 'preparing' || state === 'sending')
    return [
      ['pauseSend', 'Pause'],
      ['cancelSend', 'Cancel'],
    ];
  if (state === 'paused')
    return [
      ['resumeSend', 'Resume'],
      ['cancelSend', 'Cancel'],
    ];
  return failed > 0 ? [['retryFailed', 'Retry the failed']] : [];
};

function Send({ send }: { send: LetterSend }) {
  const { sendId, subject, state, sent, failed, skipped, doubtful, total, at } = send;
  const [failure, setFailure] = useState('');
  const [isAsked, setAsked] = useState(false);
  const isRunning = useRef(false);
  const client = useQueryClient();
  const call = async (act: Act): Promise<void> => {
    await api.cms[act]({ params: { id: sendId } });
    await client.invalidateQueries({ queryKey: ['letters'] });
  };
  const run = async (act: Act): Promise<void> => {
    if (isRunning.current) return;
    isRunning.current = true;
    setFailure('');
    try {
      await call(act);
    } catch (error) {
      setFailure(messageOf(error));
    } finally {
      isRunning.current = false;
    }
  };
  return (
    <li className={styles.send}>
      <span className={styles.subject}>{subject}</span>
      <span className={styles.state} data-state={state}>
        {stateTexts[state]}
      </span>
      <progress
        aria-label={`Progress of ${subject}`}
        value={sent + failed + skipped + doubtful}
        max={Math.max(1, total)}
      />
      <span className={styles.counts}>{countsText(send)}</span>
      <time dateTime={at}>{timeText(at)}</time>
      <span className={styles.acts}>
        {actsOf(send).map(([act, text]) => (
          <Button
            key={act}
            size="s"
            aria-label={`${text}: ${subject}`}
            onClick={() => (act === 'cancelSend' ? setAsked(true) : void run(act))}
          >
            {text}
          </Button>
        ))}
      </span>
      {failure && <ErrorNote>{failure}</ErrorNote>}
      {isAsked && (
        <Confirm
          title={`Cancel the send of ‘${subject}’?`}
          action="Cancel the send"
          onConfirm={() => call('cancelSend')}
          failureOf={messageOf}
          onClose={() => setAsked(false)}
        >
          <p>Readers who have not got the letter do not get it. It can not be taken back.</p>
        </Confirm>
      )}
    </li>
  );
}

/** The last 20 sends with their progress, which follows live (checklist CMS-43). */
export function Sends() {
  const query = useQuery(sendsQuery);
  return (
    <Panel title="Last sends">
      <Loaded query={query} loading="Loading sends" error="Failed to load sends">
        {(sends) =>
          sends.length === 0 ? (
            <p className="muted">No letter has been sent yet.</p>
          ) : (
            <ul className={styles.sends}>
              {sends.map((send) => (
                <Send key={send.sendId} send={send} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Panel>
  );
}
