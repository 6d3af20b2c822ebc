import { ApiError, mediaTypes, publishingTexts, type StoredMediaType } from '@satrangi/contracts/pure';
import { Button, Failure, Field, Select, TextArea, useForm } from '@satrangi/kit';
import { useEffect, useRef, useState } from 'react';
import { api } from '../../lib/api.ts';
import { Link } from '../../lib/link.tsx';
import { paths } from '../../lib/paths.ts';
import { track } from '../../lib/track.ts';
import { draft, emptyValues, type SubmissionValues } from './draft.ts';
import styles from './submission.module.css';
import { checkSubmission, shortDescriptionText, WAIT_FOR_UPLOAD } from './submission-values.ts';
import { UploadField } from './upload-field.tsx';
import { type Upload, useUpload } from './use-upload.ts';

const DESCRIPTION_MAX = 5_000;
const DESCRIPTION_HINT = 'What it is about, how long it is, and in which language. Write in any language.';

export type SentSubmission = Awaited<ReturnType<typeof api.publishing.submit>>;

const FAILED = 'Failed to submit. Please try again.';
/** The uploaded file cannot be used any more: the author chooses it again. */
const fileRefusals: readonly string[] = [publishingTexts.uploadMissing, publishingTexts.uploadUsed];

const fileStep = ({ state: { step } }: Upload): 'none' | 'uploading' | 'complete' => {
  if (step === 'complete' || step === 'uploading') return step;
  return 'none';
};

/** Keeps what is typed in this tab, and says so after a reload. */
function Kept({ onClear }: { onClear: () => void }) {
  return (
    <p className={styles.kept}>
      We kept what you typed in this tab.{' '}
      <Button size="s" tone="quiet" onClick={onClear}>
        Clear the form
      </Button>
    </p>
  );
}

/** Checks and sends a submission. */
const useSubmission = ({
  initial,
  upload,
  onSent,
}: {
  initial: SubmissionValues;
  upload: Upload;
  onSent: (sent: SentSubmission) => void;
}) => {
  const file = fileStep(upload);
  return useForm<SubmissionValues>({
    initial,
    check: (typed) => checkSubmission(typed, file),
    submit: async ({ website, media, ...typed }) => {
      if (file === 'uploading') throw new Error(WAIT_FOR_UPLOAD);
      const body = { ...typed, website, media: media as StoredMediaType };
      const sent = await api.publishing.submit({
        body: upload.file ? { ...body, driveLink: upload.file.driveLink } : body,
      });
      draft.clear();
      track('publishing_submit', { mediaType: media });
      onSent(sent);
    },
    failureOf: (error) => {
      if (error instanceof ApiError && fileRefusals.includes(error.message)) upload.remove();
      if (error instanceof Error && error.message === WAIT_FOR_UPLOAD) return WAIT_FOR_UPLOAD;
      return (error instanceof ApiError && error.message) || FAILED;
    },
  });
};

type Fields = Pick<ReturnType<typeof useSubmission>, 'field'>;

function AuthorFields({ field }: Fields) {
  return (
    <div className={styles.pair}>
      <Field
        label="Name"
        hint="A pen name is fine."
        autoComplete="nickname"
        required
        maxLength={120}
        {...field('name')}
      />
      <Field
        label="Email"
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        hint="Only so we can reply. The subject line gives nothing away."
        required
        {...field('email')}
      />
    </div>
  );
}

function WorkFields({ field }: Fields) {
  return (
    <div className={styles.pair}>
      <Field label="Title of your work" required maxLength={300} {...field('title')} />
      <Select label="What is it?" required {...field('media')}>
        <option value="">Please choose</option>
        {mediaTypes.map(({ stored, label }) => (
          <option key={stored} value={stored}>
            {label}
          </option>
        ))}
      </Select>
    </div>
  );
}

function SendRow({ busy }: { busy: boolean }) {
  return (
    <div className={styles.send}>
      <Button tone="primary" size="l" type="submit" aria-disabled={busy}>
        {busy ? 'Submitting…' : 'Submit'}
      </Button>
      <p className="small muted">
        You keep your rights. The <Link to={paths.creatorPolicy}>creator policy</Link> explains what happens
        if we say yes.
      </p>
    </div>
  );
}

/** The form of a submission. @param onSent is called with the answer of the server */
export function SubmissionForm({ onSent }: { onSent: (sent: SentSubmission) => void }) {
  const [kept] = useState(draft.read);
  const [isKept, setKept] = useState(kept !== null);
  const failureNote = useRef<HTMLDivElement>(null);
  const upload = useUpload(kept?.file ?? null);
  const file = fileStep(upload);
  const { form, field, failure, busy, values, set } = useSubmission({
    initial: kept?.values ?? emptyValues,
    upload,
    onSent,
  });
  useEffect(() => draft.write({ values, file: upload.file }), [values, upload.file]);
  useEffect(() => {
    if (failure) failureNote.current?.focus();
  }, [failure]);
  const clear = (): void => {
    set(emptyValues);
    upload.remove();
    draft.clear();
    setKept(false);
  };
  const description = field('description');
  return (
    <form className={styles.form} aria-label="Submission" {...form}>
      {isKept && <Kept onClear={clear} />}
      <AuthorFields field={field} />
      <WorkFields field={field} />
      <TextArea
        label="Description"
        rows={6}
        required
        maxLength={DESCRIPTION_MAX}
        // the count follows the typing, and is not shown beside an error
        hint={(!description.error && shortDescriptionText(values.description)) || DESCRIPTION_HINT}
        {...description}
      />
      <UploadField upload={upload} />
      {file === 'none' && (
        <Field
          label="Or a link to Google Drive or Google Docs"
          type="url"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          placeholder="https://drive.google.com/…"
          hint="The file must give view access to the review team: share it with everyone who has the link."
          {...field('driveLink')}
        />
      )}
      {/* People do not see this field; programs that fill in every field do. */}
      <div className={styles.trap} aria-hidden="true">
        <Field label="Website" tabIndex={-1} autoComplete="off" {...field('website')} />
      </div>
      <div ref={failureNote} tabIndex={-1} className={styles.failure}>
        <Failure>{failure}</Failure>
      </div>
      <SendRow busy={busy} />
    </form>
  );
}
