import type { Profile } from '@satrangi/contracts';
import { Failure } from '@satrangi/kit';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../lib/api.ts';
import { identityQueries } from '../../lib/identity-queries.ts';
import styles from './profile.module.css';

/** The switch that sends the interests of the profile to the AI model of the chat. Off unless it is chosen. */
export function AiPersonal({ isOn }: { isOn: boolean }) {
  const client = useQueryClient();
  const [failure, setFailure] = useState<string>();
  const change = async (aiPersonal: boolean): Promise<void> => {
    setFailure(undefined);
    try {
      const changed: Profile = await api.identity.updateProfile({ body: { aiPersonal } });
      client.setQueryData(identityQueries.profile().queryKey, changed);
    } catch {
      setFailure('That was not saved. Try again.');
    }
  };
  return (
    <>
      <label className={styles.switch}>
        <input type="checkbox" checked={isOn} onChange={({ target }) => void change(target.checked)} />
        <span>
          <b>Let the assistant’s AI model know my interests</b>
          <span>
            Never your name, city or orders. Nothing is sent out in discreet mode, or with “Keep assistant
            chats on this site”.
          </span>
        </span>
      </label>
      <Failure>{failure}</Failure>
    </>
  );
}
