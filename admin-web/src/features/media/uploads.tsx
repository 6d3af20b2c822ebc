import type { EditorItem } from '@satrangi/contracts';
import { Button, Failure, Field } from '@satrangi/kit';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../lib/api.ts';
import { draftKey } from '../../lib/drafts.ts';
import { counted } from '../../lib/format.ts';
import { sentenceOf } from '../../lib/http.ts';
import { KeptNote } from '../../lib/kept-note.tsx';
import { useKeptState } from '../../lib/use-kept.ts';
import { clockText, parseClock } from './chapter-lines.ts';
import styles from './media.module.css';
import { callsOf, kindNamed } from './media-calls.ts';
import { mediaFormTexts } from './media-form-texts.ts';
import { Upload } from './upload.tsx';
import { useWaveform, WaveformState } from './waveform.tsx';

const fileTypes = {
  pdf: 'application/pdf,.pdf',
  audio: '.mp3,.m4a,.ogg,audio/*',
  video: '.mp4,.webm,video/mp4,video/webm',
} as const;

/** Captions in each language, with a way to remove them. */
function Captions({ item }: { item: EditorItem }) {
  const client = useQueryClient();
  const [{ language }, setValues, kept] = useKeptState(draftKey('media', `${item._id}:captions`), {
    language: item.language,
  });
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
      <KeptNote at={kept.at} onDrop={kept.clear} />
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

/** The free clip, and where it begins in the whole: it then has the captions of that part. */
function FreeClip({ item, accept }: { item: EditorItem; accept: string }) {
  const stored = item.previewStartsAt === undefined ? '' : clockText(item.previewStartsAt);
  const [{ start }, setValues, kept] = useKeptState(draftKey('media', `${item._id}:clip`), { start: stored });
  const startsAt = parseClock(start);
  const isWrong = start.trim() !== '' && startsAt === undefined;
  return (
    <>
      <KeptNote at={kept.at} onDrop={kept.clear} />
      <Field
        label="Beginning of the clip"
        hint="Where it begins in the whole, such as 1:30: it then has the captions of that part. Empty when it is not a part of it. Stored with the clip."
        error={isWrong ? 'A time such as 1:30 or 1:02:30.' : undefined}
        value={start}
        onChange={({ target }) => setValues({ start: target.value })}
      />
      <Upload
        item={item}
        label="Free clip"
        hint={item.hasPreview ? 'There is one; an upload replaces it.' : 'What everybody may see or hear.'}
        accept={accept}
        failure="The clip was not stored"
        isHeldBack={isWrong}
        send={async (calls, file, signal) => {
          const sent = { params: { id: item._id }, body: { startsAt }, files: { preview: file } };
          const answer = await calls.uploadPreview(sent, { signal });
          kept.drop();
          return answer;
        }}
      />
    </>
  );
}

/** The EPUB of an eBook, with a way to remove it. */
function Epub({ item }: { item: EditorItem }) {
  const client = useQueryClient();
  const params = { id: item._id };
  const [failure, setFailure] = useState<string>();
  // ends what the upload said of a file that is removed now
  const [removals, setRemovals] = useState(0);
  const remove = async (): Promise<void> => {
    setFailure(undefined);
    try {
      await api.catalog.deleteEbookEpub({ params });
      setRemovals((count) => count + 1);
      await client.invalidateQueries({ queryKey: ['media'] });
    } catch (error) {
      setFailure(sentenceOf(error));
    }
  };
  const size = item.epubBytes === undefined ? 'No EPUB yet' : `${Math.ceil(item.epubBytes / 1_000)} kB`;
  const whoGetsIt = item.allowsDownload
    ? 'Buyers may download it beside the PDF'
    : 'Buyers get it when they may download the PDF';
  return (
    <>
      <Upload
        key={removals}
        item={item}
        label="EPUB"
        hint={`${size}. ${whoGetsIt}. Without DRM and scripts.`}
        accept="application/epub+zip,.epub"
        failure="The EPUB was not stored"
        send={(_calls, file, signal, catalog) =>
          catalog.uploadEbookEpub({ params, files: { epub: file } }, { signal })
        }
      />
      {item.epubBytes !== undefined && (
        <Button size="s" onClick={() => void remove()}>
          Remove the EPUB
        </Button>
      )}
      <Failure>{failure}</Failure>
    </>
  );
}

const sizeText = ({ fileBytes, pages, durationSeconds }: EditorItem): string =>
  [
    fileBytes === null ? 'No file yet' : `${(fileBytes / 1_000_000).toFixed(1)} MB`,
    pages === null ? '' : counted(pages, 'page'),
    durationSeconds === null ? '' : counted(Math.round(durationSeconds / 60), 'minute'),
  ]
    .filter(Boolean)
    .join(', ');

/**
 * The files of a stored item: the file itself, the EPUB and the picture (eBooks only, checklist ADM-12), and for films and
 * sound the free clip and captions. Held back while the form has changes, because a file changes the record under them; an upload
 * that runs then goes on.
 */
export function Uploads({ item, isHeldBack }: { item: EditorItem; isHeldBack: boolean }) {
  const kind = kindNamed(item.mediaType);
  const params = { id: item._id };
  const waveform = useWaveform(item);
  return (
    <section className={styles.uploads} aria-label="Files">
      <h3>Files</h3>
      {isHeldBack ? (
        <p className="muted">Save what you typed, then upload files here.</p>
      ) : (
        <>
          <Upload
            item={item}
            label={kind.file === 'pdf' ? 'PDF' : kind.file === 'video' ? 'Film' : 'Recording'}
            hint={`${sizeText(item)}. An upload takes the place of a Drive link.`}
            accept={fileTypes[kind.file]}
            failure="The file was not stored"
            send={async (calls, file, signal) => {
              const stored = await calls.uploadFile({ params, files: { file } }, { signal });
              if (kind.file === 'audio') void waveform.run(Promise.resolve({ file, fileId: stored.fileId }));
              return stored;
            }}
          />
          {kind.file === 'audio' && <WaveformState item={item} waveform={waveform} />}
          {kind.stored === 'ebook' && <Epub item={item} />}
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
              <FreeClip item={item} accept={fileTypes[kind.file]} />
              <Captions item={item} />
            </>
          )}
        </>
      )}
    </section>
  );
}
