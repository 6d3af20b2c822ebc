import { MANUSCRIPT_ACCEPT } from '@satrangi/contracts/pure';
import { Button, checkCircleIcon, Failure, Icon } from '@satrangi/kit';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { bytesText } from '../../lib/sizes.ts';
import { unfinishedUpload } from './draft.ts';
import styles from './upload.module.css';
import { percentOf, type Upload, type UploadState } from './use-upload.ts';

const QUARTER = 25;

function Chooser({ upload, error }: { upload: Upload; error: string | undefined }) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const [unfinished] = useState(unfinishedUpload.name);
  const choose = (files: FileList | null): void => {
    const [file] = files ?? [];
    if (file) upload.choose(file);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping a file is a shortcut for the button inside
    <div
      className={styles.drop}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        choose(event.dataTransfer.files);
      }}
    >
      <Button aria-describedby="upload-kinds" onClick={() => input.current?.click()}>
        Choose a file
      </Button>
      <p id="upload-kinds" className={styles.kinds}>
        <span className={styles.dropHint}>Or drop it here. </span>
        PDF, DOC, DOCX, EPUB or ZIP, at most 100 MB.
        {unfinished && (
          <>
            {' '}
            Your upload of <b>{unfinished}</b> did not end. Choose the same file, and it goes on where it
            stopped.
          </>
        )}
      </p>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="Your file"
        accept={MANUSCRIPT_ACCEPT}
        onChange={({ target }) => {
          choose(target.files);
          target.value = '';
        }}
      />
      <Failure>{error}</Failure>
    </div>
  );
}

function Progress({ state, upload }: { state: Extract<UploadState, { step: 'uploading' }>; upload: Upload }) {
  const { name, bytes, sent, isWaiting } = state;
  const percent = percentOf(state);
  const announced = Math.floor(percent / QUARTER) * QUARTER;
  return (
    <div className={styles.panel}>
      <p className={styles.line}>
        <b role="status">
          {isWaiting ? 'The connection is lost. The upload goes on by itself.' : 'Uploading to Drive...'}
        </b>
        <span className="num" aria-hidden="true">
          {percent} %
        </span>
      </p>
      <div
        role="progressbar"
        aria-label={`Upload of ${name}`}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        className={styles.track}
      >
        <div style={{ width: `${percent}%` }} />
      </div>
      <p className={styles.line}>
        <span className={styles.name}>{name}</span>
        <span className="num">
          {bytesText(Math.min(sent, bytes))} of {bytesText(bytes)}
        </span>
      </p>
      <p className="vh" role="status">
        {announced > 0 && `${announced} %`}
      </p>
      <div className={styles.acts}>
        <Button size="s" onClick={() => upload.remove()}>
          Cancel
        </Button>
        {isWaiting && (
          <Button size="s" onClick={upload.retryNow}>
            Try now
          </Button>
        )}
      </div>
    </div>
  );
}

function Complete({ file, isNew, upload }: { upload: Upload } & Extract<UploadState, { step: 'complete' }>) {
  return (
    <div className={styles.panel}>
      <p className={styles.complete} role="status">
        {isNew && 'Upload complete! ✓'}
      </p>
      <p className={styles.file}>
        <Icon shape={checkCircleIcon} />
        <span className={styles.name}>{file.name}</span>
        <span className="num">{bytesText(file.bytes)}</span>
      </p>
      <div className={styles.acts}>
        <Button size="s" aria-label={`Remove ${file.name}`} onClick={() => upload.remove()}>
          Remove
        </Button>
      </div>
    </div>
  );
}

const viewOf = (upload: Upload): ReactNode => {
  const { state } = upload;
  if (state.step === 'uploading') return <Progress state={state} upload={upload} />;
  if (state.step === 'complete') return <Complete {...state} upload={upload} />;
  if (state.step === 'idle') return <Chooser upload={upload} error={state.error} />;
  return (
    <div className={styles.panel}>
      <p className={styles.name}>{state.name}</p>
      <Failure>{state.error}</Failure>
      <div className={styles.acts}>
        <Button size="s" onClick={upload.retry}>
          Try again
        </Button>
        <Button size="s" onClick={() => upload.remove()}>
          Choose another file
        </Button>
      </div>
    </div>
  );
};

/** The file of a submission: chosen or dropped, its upload, and its outcome. Focus stays inside when they change. */
export function UploadField({ upload }: { upload: Upload }) {
  const container = useRef<HTMLFieldSetElement>(null);
  const hasFocus = useRef(false);
  const { step } = upload.state;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step has other buttons
  useEffect(() => {
    // the focused button of the former step is gone
    if (hasFocus.current && !container.current?.contains(document.activeElement))
      container.current?.querySelector('button')?.focus({ preventScroll: true });
  }, [step]);
  return (
    <fieldset
      ref={container}
      className={styles.field}
      onFocus={() => {
        hasFocus.current = true;
      }}
      onBlur={() => {
        hasFocus.current = false;
      }}
      // the window of the file chooser took the focus away
      onChange={() => {
        hasFocus.current = true;
      }}
    >
      <legend>Your file</legend>
      {viewOf(upload)}
    </fieldset>
  );
}
