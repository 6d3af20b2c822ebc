import { Button } from '@satrangi/kit';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../lib/api.ts';
import { useSingleRun } from '../../lib/use-single-run.ts';
import styles from './system.module.css';

/** Sends one mail to the own address, and shows the answer of the mail server. */
export function TestMail() {
  const client = useQueryClient();
  const { busy, failure, run } = useSingleRun<'send'>();
  const [answer, setAnswer] = useState<{ outcome: string; sentence: string }>();
  const send = (): Promise<boolean> =>
    run('send', async () => {
      setAnswer(undefined);
      setAnswer(await api.identity.sendTestMail());
      client.invalidateQueries({ queryKey: ['analytics', 'audit'] }).catch(() => undefined);
    });
  return (
    <div className={styles.test}>
      <Button size="s" disabled={busy !== null} onClick={() => void send()}>
        Send a test mail to my address
      </Button>
      <p role="status" className={answer && answer.outcome !== 'accepted' ? styles.failed : undefined}>
        {busy ? 'Sending …' : answer?.sentence}
      </p>
      {failure && (
        <p role="alert" className={styles.failed}>
          {failure}
        </p>
      )}
    </div>
  );
}
