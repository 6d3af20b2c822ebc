import type { LetterSend } from '@satrangi/contracts';
import { Button, ErrorNote } from '@satrangi/kit';
import { useSession } from '@satrangi/kit/browser/session';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../lib/api.ts';
import { Confirm } from '../../lib/confirm.tsx';
import { clockText, counted, timeText } from '../../lib/format.ts';
import { sentenceOf } from '../../lib/http.ts';
import { Loaded } from '../../lib/loaded.tsx';
import { Panel } from '../../lib/panel.tsx';
import { sendsQuery } from '../../lib/queries.ts';
import { useSingleRun } from '../../lib/use-single-run.ts';
import { countsText, stateTexts } from './letter-words.ts';
import styles from './newsletters.module.css';

type Act = 'approveSend' | 'pauseSend' | 'resumeSend' | 'cancelSend' | 'retryFailed';

/** @param userId of the admin who looks: who started a send cannot approve it (checklist BEY-07) */
const actsOf = (
  { state, failed, by }: LetterSend,
  userId: string | null,
): readonly (readonly [Act, string])[] => {
  if (state === 'waiting')
    return [...(by === userId ? [] : [['approveSend', 'Approve'] as const]), ['cancelSend', 'Stop']];
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
  const { sendId, subject, state, sent, failed, skipped, doubtful, total, at, startsAt } = send;
  const userId = useSession()?.userId ?? null;
  const { failure, run } = useSingleRun<Act>();
  const [isConfirming, setConfirming] = useState(false);
  const client = useQueryClient();
  const call = async (act: Act): Promise<void> => {
    await api.cms[act]({ params: { id: sendId } });
    await client.invalidateQueries({ queryKey: ['letters'] });
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
      <span className={styles.counts}>
        {startsAt
          ? `To ${counted(total, 'reader')}. Begins at ${clockText(Date.parse(startsAt))} unless it is stopped.`
          : countsText(send)}
      </span>
      <time dateTime={at}>{timeText(at)}</time>
      <span className={styles.acts}>
        {actsOf(send, userId).map(([act, text]) => (
          <Button
            key={act}
            size="s"
            aria-label={`${text}: ${subject}`}
            onClick={() => (act === 'cancelSend' ? setConfirming(true) : void run(act, () => call(act)))}
          >
            {text}
          </Button>
        ))}
      </span>
      {failure && <ErrorNote>{failure}</ErrorNote>}
      {isConfirming && (
        <Confirm
          title={state === 'waiting' ? `Stop ‘${subject}’?` : `Cancel the send of ‘${subject}’?`}
          action={state === 'waiting' ? 'Stop it' : 'Cancel the send'}
          onConfirm={() => call('cancelSend')}
          failureOf={sentenceOf}
          onClose={() => setConfirming(false)}
        >
          <p>
            {state === 'waiting'
              ? 'Nobody gets this letter. Its draft stays.'
              : 'Readers who have not got the letter do not get it. It can not be taken back.'}
          </p>
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
