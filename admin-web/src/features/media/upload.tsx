import type { EditorItem } from '@satrangi/contracts';
import { Button, Failure, Field } from '@satrangi/kit';
import { useQueryClient } from '@tanstack/react-query';
import { createContext, useContext, useEffect, useRef, useState } from 'react';
import { uploadApi } from '../../lib/api.ts';
import { isAborted, withReason } from '../../lib/http.ts';
import styles from './media.module.css';
import { callsOf, kindNamed } from './media-calls.ts';

type Calls = ReturnType<typeof callsOf>;
type Catalog = ReturnType<typeof uploadApi>['catalog'];
type Send = (calls: Calls, file: File, signal: AbortSignal, catalog: Catalog) => Promise<EditorItem>;

type Progress =
  | { readonly state: 'idle' }
  | { readonly state: 'sending'; readonly part: number; readonly name: string }
  | { readonly state: 'done'; readonly text: string; readonly warnings: readonly string[] }
  | { readonly state: 'failed'; readonly text: string };

type UploadOptions = {
  item: EditorItem;
  /** The exact sentence of a failure, before the reason. */
  failure: string;
  send: Send;
};

/** Counts the uploads of a form: called with 1 when one begins, and with -1 when it ends. */
export const CountUploads = createContext<(by: 1 | -1) => void>(() => undefined);

/** Sends one file at a time; an upload ends with its screen. */
const useUpload = ({ item, failure, send }: UploadOptions) => {
  const client = useQueryClient();
  const count = useContext(CountUploads);
  const [progress, setProgress] = useState<Progress>({ state: 'idle' });
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const start = async (file: File): Promise<void> => {
    if (running.current) return;
    const own = new AbortController();
    running.current = own;
    count(1);
    const end = (): void => {
      if (running.current !== own) return;
      running.current = undefined;
      count(-1);
    };
    setProgress({ state: 'sending', part: 0, name: file.name });
    try {
      const { catalog } = uploadApi((part) => setProgress({ state: 'sending', part, name: file.name }));
      const calls = callsOf(kindNamed(item.mediaType), catalog);
      const { warnings } = await send(calls, file, own.signal, catalog);
      // before the item is read again: who leaves then stops no upload
      end();
      setProgress({ state: 'done', text: `${file.name} is stored.`, warnings });
      await client.invalidateQueries({ queryKey: ['media'] });
    } catch (error) {
      end();
      setProgress(
        isAborted(error) ? { state: 'idle' } : { state: 'failed', text: withReason(failure, error, ': ') },
      );
    }
  };
  return { progress, start, cancel: (): void => running.current?.abort() };
};

function UploadState({ progress, onCancel }: { progress: Progress; onCancel: () => void }) {
  return (
    <>
      {progress.state === 'sending' && (
        <>
          <progress value={progress.part} max={1} aria-label={`Uploading ${progress.name}`} />
          <div className={styles.share}>
            <span role="status" className="num">
              {Math.floor(progress.part * 100)}%{progress.part === 1 && ', being read'}
            </span>
            <Button size="s" onClick={onCancel}>
              Cancel upload
            </Button>
          </div>
        </>
      )}
      {progress.state === 'failed' && <Failure>{progress.text}</Failure>}
      {progress.state === 'done' && (
        <p role="status" className={styles.state} data-tone="good">
          {progress.text}
        </p>
      )}
      {progress.state === 'done' && progress.warnings.length > 0 && (
        <ul className={styles.warnings}>
          {progress.warnings.map((warning) => (
            <li key={warning}>{warning}</li>
          ))}
        </ul>
      )}
    </>
  );
}

/** One upload: its file, how much is sent, what came of it, and a way to stop it. */
export function Upload({
  item,
  label,
  hint,
  accept,
  failure,
  isHeldBack = false,
  send,
}: UploadOptions & { label: string; hint: string; accept: string; isHeldBack?: boolean }) {
  const { progress, start, cancel } = useUpload({ item, failure, send });
  return (
    <div className={styles.upload}>
      <Field
        label={label}
        hint={hint}
        type="file"
        accept={accept}
        disabled={isHeldBack || progress.state === 'sending'}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) void start(file);
          // the same file may be chosen again
          target.value = '';
        }}
      />
      <UploadState progress={progress} onCancel={cancel} />
    </div>
  );
}
