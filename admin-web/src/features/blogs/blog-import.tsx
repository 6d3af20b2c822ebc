import { Button, Failure, Field, RichText } from '@satrangi/kit';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useOpened } from '../../lib/address.ts';
import { api } from '../../lib/api.ts';
import { messageOf } from '../../lib/http.ts';
import { blogTexts } from './blog-queries.ts';
import styles from './blogs.module.css';

type Read = Awaited<ReturnType<typeof api.cms.previewBlog>>;
type Act = 'preview' | 'import';

/** Reads a Google document: shows it first, or saves it as an unpublished post. */
export function BlogImport() {
  const client = useQueryClient();
  const { open } = useOpened();
  const [link, setLink] = useState('');
  const [author, setAuthor] = useState('');
  const [read, setRead] = useState<Read | null>(null);
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState<Act | null>(null);
  const isRunning = useRef(false);
  const run = async (act: Act): Promise<void> => {
    if (isRunning.current) return;
    setFailure(undefined);
    const driveLink = link.trim();
    if (driveLink === '') return setFailure(blogTexts.linkMissing);
    isRunning.current = true;
    setBusy(act);
    try {
      if (act === 'preview') setRead(await api.cms.previewBlog({ body: { driveLink } }));
      else {
        const { blogId } = await api.cms.importBlog({ body: { driveLink, persist: true, author } });
        await client.invalidateQueries({ queryKey: ['blogs'] });
        if (blogId) return open(blogId);
      }
      isRunning.current = false;
    } catch (error) {
      const sentence = act === 'preview' ? blogTexts.previewFailed : blogTexts.importFailed;
      setFailure(`${sentence}: ${messageOf(error)}`);
      isRunning.current = false;
    } finally {
      setBusy(null);
    }
  };
  return (
    <form
      className={styles.stack}
      aria-label="Import from Google Docs"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void run('preview');
      }}
    >
      <Field
        label="Google Docs link"
        type="url"
        autoComplete="off"
        value={link}
        onChange={({ target }) => {
          setLink(target.value);
          setRead(null);
        }}
      />
      <Field
        label="Author"
        autoComplete="off"
        hint="Needed to import"
        value={author}
        onChange={({ target }) => setAuthor(target.value)}
      />
      <Failure>{failure}</Failure>
      <div className={styles.buttons}>
        <Button type="submit" aria-disabled={busy !== null}>
          {busy === 'preview' ? 'Reading …' : 'Preview'}
        </Button>
        <Button tone="primary" aria-disabled={busy !== null} onClick={() => void run('import')}>
          {busy === 'import' ? 'Importing …' : 'Import and save'}
        </Button>
      </div>
      {read && (
        <section className={styles.card} aria-label="The document">
          <h3 className={styles.cardTitle}>{read.title}</h3>
          {read.pictures > 0 && (
            <p className={styles.by}>Its pictures ({read.pictures}) are copied when it is imported.</p>
          )}
          <RichText html={read.content} />
        </section>
      )}
    </form>
  );
}
