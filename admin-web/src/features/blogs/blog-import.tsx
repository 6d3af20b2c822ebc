import { Button, Failure, Field, RichText } from '@satrangi/kit';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useOpened } from '../../lib/address.ts';
import { api } from '../../lib/api.ts';
import { draftKey } from '../../lib/drafts.ts';
import { withReason } from '../../lib/http.ts';
import { KeptNote } from '../../lib/kept-note.tsx';
import { useCreateOnce } from '../../lib/use-create-once.ts';
import { useKeptState } from '../../lib/use-kept.ts';
import { useSingleRun } from '../../lib/use-single-run.ts';
import { blogTexts } from './blog-queries.ts';
import styles from './blogs.module.css';

const empty = { link: '', author: '' };

type Read = Awaited<ReturnType<typeof api.cms.previewBlog>>;

type Options = {
  link: string;
  author: string;
  onImported: () => void;
};

/** Reads a document, or saves it as a post and opens that. */
const useImport = ({ link, author, onImported }: Options) => {
  const client = useQueryClient();
  const { open } = useOpened();
  const [read, setRead] = useState<Read | null>(null);
  const { busy, failure, setFailure, run } = useSingleRun<'preview' | 'import'>();
  /** The import is done and its post opens: a second press adds no other. */
  const isImported = useRef(false);
  const createOnce = useCreateOnce();
  const driveLink = link.trim();
  const preview = async (): Promise<void> => {
    if (driveLink === '') return setFailure(blogTexts.linkMissing);
    await run(
      'preview',
      async () => setRead(await api.cms.previewBlog({ body: { driveLink } })),
      (error) => withReason(blogTexts.previewFailed, error, ': '),
    );
  };
  const save = async (): Promise<void> => {
    if (driveLink === '') return setFailure(blogTexts.linkMissing);
    if (isImported.current) return;
    await run(
      'import',
      async () => {
        const body = { driveLink, persist: true, author } as const;
        const { blogId } = await createOnce((options) => api.cms.importBlog({ body }, options));
        await client.invalidateQueries({ queryKey: ['blogs'] });
        if (!blogId) throw new Error('the import has no post');
        onImported();
        isImported.current = true;
        open(blogId);
      },
      (error) => withReason(blogTexts.importFailed, error, ': '),
    );
  };
  return { read, setRead, busy, failure, preview, save };
};

function ReadDocument({ read }: { read: Read }) {
  return (
    <section className={styles.card} aria-label="The document">
      <h3 className={styles.cardTitle}>{read.title}</h3>
      {read.pictures > 0 && (
        <p className="muted">Its pictures ({read.pictures}) are copied when it is imported.</p>
      )}
      <RichText html={read.content} />
    </section>
  );
}

/** Reads a Google document: shows it first, or saves it as an unpublished post. */
export function BlogImport() {
  const [{ link, author }, setValues, kept] = useKeptState(draftKey('blogs', 'import'), empty);
  const { read, setRead, busy, failure, preview, save } = useImport({ link, author, onImported: kept.drop });
  return (
    <form
      className={styles.stack}
      aria-label="Import from Google Docs"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void preview();
      }}
    >
      <KeptNote
        at={kept.at}
        onDrop={() => {
          kept.clear();
          setRead(null);
        }}
      />
      <Field
        label="Google Docs link"
        type="url"
        autoComplete="off"
        value={link}
        onChange={({ target }) => {
          setValues({ link: target.value, author });
          setRead(null);
        }}
      />
      <Field
        label="Author"
        autoComplete="off"
        hint="Needed to import"
        value={author}
        onChange={({ target }) => setValues({ link, author: target.value })}
      />
      <Failure>{failure}</Failure>
      <div className={styles.buttons}>
        <Button type="submit" aria-disabled={busy !== null}>
          {busy === 'preview' ? 'Reading …' : 'Preview'}
        </Button>
        <Button tone="primary" aria-disabled={busy !== null} onClick={() => void save()}>
          {busy === 'import' ? 'Importing …' : 'Import and save'}
        </Button>
      </div>
      {read && <ReadDocument read={read} />}
    </form>
  );
}
