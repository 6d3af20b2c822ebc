import { useEffect, useRef, useState } from 'react';
import type { UploadedFile } from './draft.ts';
import { refusalOf, uploadFailureText } from './upload-failure.ts';

/** 'Upload complete! ✓' is shown this long (checklist WEB-88). */
const COMPLETE_SHOWN_MS = 2_000;
/** The bytes have left, the server has not yet answered: not complete. */
const MOST_PERCENT = 99;

export type UploadState =
  | { readonly step: 'idle'; readonly error?: string | undefined }
  | {
      readonly step: 'uploading';
      readonly name: string;
      readonly bytes: number;
      readonly sent: number;
      readonly isWaiting: boolean;
    }
  | { readonly step: 'failed'; readonly name: string; readonly error: string }
  | { readonly step: 'complete'; readonly file: UploadedFile; readonly isNew: boolean };

export const percentOf = ({ sent, bytes }: { sent: number; bytes: number }): number =>
  bytes === 0 ? 0 : Math.min(MOST_PERCENT, Math.floor((sent / bytes) * 100));

/** The upload of one manuscript. @param first a file uploaded before a reload */
export const useUpload = (first: UploadedFile | null) => {
  const [state, setState] = useState<UploadState>(
    first ? { step: 'complete', file: first, isNew: false } : { step: 'idle' },
  );
  const current = useRef<{ readonly file: File; readonly control: AbortController }>(undefined);
  const wake = useRef<() => void>(() => {});
  useEffect(() => () => current.current?.control.abort(), []);
  const isNew = state.step === 'complete' && state.isNew;
  useEffect(() => {
    if (!isNew) return;
    const timer = setTimeout(
      () => setState((now) => (now.step === 'complete' ? { ...now, isNew: false } : now)),
      COMPLETE_SHOWN_MS,
    );
    return () => clearTimeout(timer);
  }, [isNew]);

  const start = async (file: File): Promise<void> => {
    const control = new AbortController();
    const { signal } = control;
    current.current = { file, control };
    const { name, size: bytes } = file;
    const change = (part: { sent?: number; isWaiting?: boolean }): void => {
      if (!signal.aborted) setState((now) => (now.step === 'uploading' ? { ...now, ...part } : now));
    };
    setState({ step: 'uploading', name, bytes, sent: 0, isWaiting: false });
    try {
      const { uploadManuscript } = await import('./upload-manuscript.ts');
      const driveLink = await uploadManuscript(file, {
        signal,
        onProgress: (sent) => change({ sent }),
        onWaiting: (isWaiting) => change({ isWaiting }),
        retryNow: () =>
          new Promise((resolve) => {
            wake.current = resolve;
          }),
      });
      if (!signal.aborted) setState({ step: 'complete', file: { name, bytes, driveLink }, isNew: true });
    } catch (error) {
      if (!signal.aborted) setState({ step: 'failed', name, error: uploadFailureText(error) });
    }
  };

  const end = (error?: string): void => {
    current.current?.control.abort();
    current.current = undefined;
    setState({ step: 'idle', error });
  };

  return {
    state,
    file: state.step === 'complete' ? state.file : null,
    /** Uploads a file, unless its name, type or size is refused. */
    choose: (file: File): void => {
      const refusal = refusalOf(file);
      end(refusal);
      if (!refusal) void start(file);
    },
    /** Starts a failed upload again; a resumable one goes on where it stopped. */
    retry: (): void => {
      if (current.current) void start(current.current.file);
    },
    /** Ends the wait after a lost connection. */
    retryNow: (): void => wake.current(),
    /** Ends the upload or removes the file. */
    remove: end,
  };
};

export type Upload = ReturnType<typeof useUpload>;
