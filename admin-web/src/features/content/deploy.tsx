import type { Snapshot } from '@satrangi/contracts';
import { Button, Dialog, ErrorNote, useToast } from '@satrangi/kit';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useState } from 'react';
import { api } from '../../lib/api.ts';
import { Confirm } from '../../lib/confirm.tsx';
import { counted, timeText } from '../../lib/format.ts';
import { Loaded } from '../../lib/loaded.tsx';
import { Lines } from '../../lib/panel.tsx';
import { useSingleRun } from '../../lib/use-single-run.ts';
import styles from './content.module.css';
import { reloadSections, snapshotsQuery } from './content-queries.ts';
import type { OpenSection } from './section-editor.tsx';

export type DeployState = {
  readonly isBusy: boolean;
  readonly done: string | undefined;
  readonly failure: string | undefined;
};

/** Saves the section that is open, then numbers what is public (checklist ADM-22). A failed save deploys nothing. */
export const useDeploy = (openSection: RefObject<OpenSection | null>) => {
  const client = useQueryClient();
  const [done, setDone] = useState<string>();
  const { busy, failure, setFailure, run } = useSingleRun<'deploy'>();
  const saveAndDeploy = async (): Promise<void> => {
    setDone(undefined);
    const section = openSection.current;
    if (section?.hasChanges && !(await section.save()))
      return setFailure('Failed to save content. Deployment aborted.');
    const { revision } = await api.cms.deploy();
    setDone(`Deployed as revision ${revision}`);
    await client.invalidateQueries({ queryKey: snapshotsQuery.queryKey });
  };
  const deploy = async (): Promise<void> => {
    await run('deploy', saveAndDeploy, () => 'Deployment failed. Please try again.');
  };
  const state: DeployState = { isBusy: busy !== null, done, failure };
  return { state, deploy } as const;
};

type Props = {
  state: DeployState;
  onRetry: () => void;
};

export function DeployResult({ state: { done, failure }, onRetry }: Props) {
  return (
    <>
      {failure && <ErrorNote onRetry={onRetry}>{failure}</ErrorNote>}
      {done && (
        <p role="status" className={styles.done}>
          {done}
        </p>
      )}
    </>
  );
}

const hookTexts: Readonly<Record<Snapshot['hook'], string>> = {
  none: '',
  waiting: 'the hook is being called',
  delivered: 'the hook was called',
  failed: 'the hook could not be called',
};

/** What was public at each deploy; restoring makes those texts public again, each as a new version. */
export function Snapshots({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const toast = useToast();
  const snapshots = useQuery({ ...snapshotsQuery, staleTime: 0 });
  const [confirming, setConfirming] = useState<Snapshot | null>(null);
  const restore = async ({ revision }: Snapshot): Promise<void> => {
    const { restored } = await api.cms.restoreSnapshot({ params: { revision } });
    toast(`Restored ${counted(restored.length, 'section')} of revision ${revision}.`);
    await reloadSections(client);
  };
  return (
    <Dialog open onClose={onClose} title="Snapshots" shape="side" className={styles.drawer ?? ''}>
      <Loaded query={snapshots} loading="Loading snapshots" error="Failed to sync with backend.">
        {(list) =>
          list.length === 0 ? (
            <p>No snapshot yet. Each deploy makes one.</p>
          ) : (
            <Lines>
              {list.map((snapshot) => (
                <li key={snapshot.revision}>
                  <span>
                    <b>Revision {snapshot.revision}</b>, {counted(snapshot.sections, 'section')}
                    {hookTexts[snapshot.hook] && `, ${hookTexts[snapshot.hook]}`}
                  </span>
                  <time dateTime={snapshot.at}>{timeText(snapshot.at)}</time>
                  <Button
                    size="s"
                    aria-label={`Restore revision ${snapshot.revision}`}
                    onClick={() => setConfirming(snapshot)}
                  >
                    Restore
                  </Button>
                </li>
              ))}
            </Lines>
          )
        }
      </Loaded>
      {confirming && (
        <Confirm
          title={`Restore revision ${confirming.revision}?`}
          action="Restore"
          tone="primary"
          onConfirm={() => restore(confirming)}
          failureOf={() => 'Failed to sync with backend.'}
          onClose={() => setConfirming(null)}
        >
          <p>
            The texts that were public on {timeText(confirming.at)} are public again, at once. The present
            ones are kept as versions; sections added since then stay.
          </p>
        </Confirm>
      )}
    </Dialog>
  );
}
