import { shareCodeOf, sharePath, textEditionPath } from '@satrangi/contracts/pure';
import { Button } from '@satrangi/kit';
import { useEffect, useRef, useState } from 'react';
import { siteOrigin } from '../../lib/site.ts';
import styles from './blogs.module.css';

/** Shown when the browser does not let a page copy: the link, selected. */
function LinkToCopy({ url }: { url: string }) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);
  return <input ref={field} className={styles.link} readOnly value={url} aria-label="Link to copy" />;
}

/** Two links to a post: its URL, and a plain one that reveals nothing about it (checklist BEY-05). */
export function SharePost({ id, path }: { id: string; path: string }) {
  const [copied, setCopied] = useState('');
  const [toCopy, setToCopy] = useState('');
  const copy = async (name: string, url: string): Promise<void> => {
    setToCopy('');
    setCopied('');
    try {
      await navigator.clipboard.writeText(url);
      setCopied(`${name} copied.`);
    } catch {
      setToCopy(url);
    }
  };
  return (
    <section className={styles.share} aria-labelledby="share-h">
      <h2 id="share-h">Share</h2>
      <div className={styles.ways}>
        <Button onClick={() => void copy('Link', siteOrigin() + path)}>Copy the link</Button>
        <Button onClick={() => void copy('Plain link', siteOrigin() + sharePath(shareCodeOf(id)))}>
          Copy a plain link
        </Button>
      </div>
      <p className="small muted">
        A plain link shows no title, no picture and no name, before or after it is sent.
      </p>
      <p className="small">
        <a href={textEditionPath(id)}>Text only</a>, for slow lines: no pictures, no fonts.
      </p>
      {toCopy && <LinkToCopy key={toCopy} url={toCopy} />}
      <p className={styles.copied} role="status">
        {copied}
      </p>
    </section>
  );
}
