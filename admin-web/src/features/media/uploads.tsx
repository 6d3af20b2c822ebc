import type { EditorItem } from '@satrangi/contracts';
import { Button, Failure, Field } from '@satrangi/kit';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { uploadApi } from '../../lib/api.ts';
import { draftKey } from '../../lib/drafts.ts';
import { isAborted, sentenceOf, withReason } from '../../lib/http.ts';
import { KeptNote } from '../../lib/kept-note.tsx';
import { useKeeping, useKept } from '../../lib/use-kept.ts';
import styles from './media.module.css';
import { callsOf, kindNamed } from './media-calls.ts';
import { mediaFormTexts } from './media-form-texts.ts';

type Calls = ReturnType<typeof callsOf>;
type Send = (calls: Calls, file: File, signal: AbortSignal) => Promise<EditorItem>;

const fileTypes = {
  pdf: 'application/pdf,.pdf',
  audio: '.mp3,.m4a,.ogg,audio/*',
  video: '.mp4,.webm,video/mp4,video/webm',
} as const;

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

/** Sends one file at a time. */
const useUpload = ({ item, failure, send }: UploadOptions) => {
  const client = useQueryClient();
  const [progress, setProgress] = useState<Progress>({ state: 'idle' });
  const running = useRef<AbortController>(undefined);
  const start = async (file: File): Promise<void> => {
    if (running.current) return;
    const own = new AbortController();
    running.current = own;
    setProgress({ state: 'sending', part: 0, name: file.name });
    try {
      const calls = callsOf(
        kindNamed(item.mediaType),
        uploadApi((part) => setProgress({ state: 'sending', part, name: file.name })).catalog,
      );
      const { warnings } = await send(calls, file, own.signal);
      setProgress({ state: 'done', text: `${file.name} is stored.`, warnings });
      await client.invalidateQueries({ queryKey: ['media'] });
    } catch (error) {
      setProgress(
        isAborted(error) ? { state: 'idle' } : { state: 'failed', text: withReason(failure, error, ': ') },
      );
    } finally {
      running.current = undefined;
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
function Upload({
  item,
  label,
  hint,
  accept,
  failure,
  send,
}: UploadOptions & { label: string; hint: string; accept: string }) {
  const { progress, start, cancel } = useUpload({ item, failure, send });
  return (
    <div className={styles.upload}>
      <Field
        label={label}
        hint={hint}
        type="file"
        accept={accept}
        disabled={progress.state === 'sending'}
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

/** Captions in each language, with a way to remove them. */
function Captions({ item }: { item: EditorItem }) {
  const client = useQueryClient();
  const initial = { language: item.language };
  const kept = useKept(draftKey('media', `${item._id}:captions`), initial);
  const [{ language }, setValues] = useState(kept.first);
  useKeeping(kept, { language });
  const [failure, setFailure] = useState<string>();
  const remove = async (each: string): Promise<void> => {
    setFailure(undefined);
    try {
      const params = { id: item._id, language: each };
      await callsOf(kindNamed(item.mediaType)).deleteCaptions({ params });
      await client.invalidateQueries({ queryKey: ['media'] });
    } catch (error) {
      setFailure(sentenceOf(error));
    }
  };
  return (
    <>
      <KeptNote
        at={kept.at}
        onDrop={() => {
          kept.drop();
          setValues(initial);
        }}
      />
      <Field
        label="Language of the captions"
        hint="As a code: en, hi, mr"
        value={language}
        onChange={({ target }) => setValues({ language: target.value })}
      />
      <Upload
        item={item}
        label="Captions"
        hint="WebVTT (.vtt)"
        accept=".vtt,text/vtt"
        failure="The captions were not stored"
        send={async (calls, file, signal) => {
          const stored = await calls.uploadCaptions(
            { params: { id: item._id }, body: { language }, files: { captions: file } },
            { signal },
          );
          kept.drop();
          return stored;
        }}
      />
      {item.captionLanguages.map((each) => (
        <p key={each} className={styles.share}>
          Captions: {each}
          <Button size="s" onClick={() => void remove(each)}>
            Remove captions {each}
          </Button>
        </p>
      ))}
      <Failure>{failure}</Failure>
    </>
  );
}

const sizeText = ({ fileBytes, pages, durationSeconds }: EditorItem): string =>
  [
    fileBytes === null ? 'No file yet' : `${(fileBytes / 1_000_000).toFixed(1)} MB`,
    pages === null ? '' : `${pages} pages`,
    durationSeconds === null ? '' : `${Math.round(durationSeconds / 60)} minutes`,
  ]
    .filter(Boolean)
    .join(', ');

/**
 * The files of a stored item: the file itself, the picture (eBooks only, checklist ADM-12), and for films and sound the
 * free clip and captions. Held back while the form has changes, because a file changes the record under them.
 */
export function Uploads({ item, isHeldBack }: { item: EditorItem; isHeldBack: boolean }) {
  const kind = kindNamed(item.mediaType);
  const params = { id: item._id };
  return (
    <section className={styles.uploads} aria-label="Files">
      <h3>Files</h3>
      {isHeldBack ? (
        <p className={styles.hint}>Save what you typed, then upload files here.</p>
      ) : (
        <>
          <Upload
            item={item}
            label={kind.file === 'pdf' ? 'PDF' : kind.file === 'video' ? 'Film' : 'Recording'}
            hint={`${sizeText(item)}. An upload takes the place of a Drive link.`}
            accept={fileTypes[kind.file]}
            failure="The file was not stored"
            send={(calls, file, signal) => calls.uploadFile({ params, files: { file } }, { signal })}
          />
          {kind.stored === 'ebook' && (
            <Upload
              item={item}
              label="Thumbnail"
              hint={`${mediaFormTexts.thumbnailAdvice}. Without one the drawn cover or the logo is shown.`}
              accept="image/png,image/jpeg"
              failure={mediaFormTexts.thumbnailFailed}
              send={(calls, file, signal) =>
                calls.uploadThumbnail({ params, files: { thumbnail: file } }, { signal })
              }
            />
          )}
          {kind.file !== 'pdf' && (
            <>
              <Upload
                item={item}
                label="Free clip"
                hint={
                  item.hasPreview ? 'There is one; an upload replaces it.' : 'What everybody may see or hear.'
                }
                accept={fileTypes[kind.file]}
                failure="The clip was not stored"
                send={(calls, file, signal) =>
                  calls.uploadPreview({ params, files: { preview: file } }, { signal })
                }
              />
              <Captions item={item} />
            </>
          )}
        </>
      )}
    </section>
  );
}
