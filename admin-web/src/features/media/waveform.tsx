import type { EditorItem } from '@satrangi/contracts';
import { Button, Failure } from '@satrangi/kit';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { api } from '../../lib/api.ts';
import styles from './media.module.css';
import { mediaFormTexts } from './media-form-texts.ts';

/** A recording, and the id of the file of the item that has these bytes. */
type Recording = { readonly file: Blob; readonly fileId: string | null };

/** The stored recording, also one in Drive. */
const storedRecording = async (id: EditorItem['_id']): Promise<Recording> => {
  const answer = await api.catalog.getRecording({ params: { id } });
  return { file: await answer.blob(), fileId: answer.headers.get('etag')?.replaceAll('"', '') ?? null };
};

/** Measures and stores the waveform of an item. An upload neither waits for it nor fails through it. */
export const useWaveform = (item: EditorItem) => {
  const client = useQueryClient();
  const [state, setState] = useState<'idle' | 'measuring' | 'failed'>('idle');
  /** Only the latest recording counts. */
  const latest = useRef<Promise<Recording>>(undefined);
  const run = async (recording: Promise<Recording>): Promise<void> => {
    latest.current = recording;
    setState('measuring');
    let isStored = false;
    try {
      const [{ file, fileId }, { measureWaveform }] = await Promise.all([
        recording,
        import('./measure-waveform.ts'),
      ]);
      const waveform = await measureWaveform(file);
      if (latest.current !== recording) return;
      if (waveform !== null && fileId !== null) {
        await api.catalog.putWaveform({ params: { id: item._id }, body: { fileId, waveform } });
        await client.invalidateQueries({ queryKey: ['media'] });
        isStored = true;
      }
    } catch {
      // the recording stays without it, and a button measures it again
    }
    if (latest.current === recording) setState(isStored ? 'idle' : 'failed');
  };
  return { state, run, runStored: () => run(storedRecording(item._id)) };
};

type Props = {
  item: EditorItem;
  waveform: ReturnType<typeof useWaveform>;
};

/** Whether the player shows the waveform of the recording, and a button that measures it. */
export function WaveformState({ item: { fileBytes, hasWaveform }, waveform: { state, runStored } }: Props) {
  if (fileBytes === null) return null;
  if (state === 'measuring')
    return (
      <p role="status" className="muted">
        {mediaFormTexts.measuringWaveform}
      </p>
    );
  if (hasWaveform) return <p className="muted">{mediaFormTexts.hasWaveform}</p>;
  return (
    <>
      <div className={styles.share}>
        <Button size="s" onClick={() => void runStored()}>
          Measure the waveform
        </Button>
      </div>
      <Failure>{state === 'failed' ? mediaFormTexts.waveformFailed : undefined}</Failure>
    </>
  );
}
