import { Button } from '@satrangi/kit';
import { useEffect, useRef, useState } from 'react';
import styles from './copy-links.module.css';

/** Shown when the browser does not let a page copy: the link, selected. */
function LinkToCopy({ url }: { url: string }) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);
  return <input ref={field} className={styles.link} readOnly value={url} aria-label="Link to copy" />;
}

/** Copies the URL of a page, or a plain link that reveals nothing about it (checklist BEY-05). */
export function CopyLinks({ url, plainUrl }: { url: string; plainUrl: string | undefined }) {
  const [copied, setCopied] = useState('');
  const [toCopy, setToCopy] = useState('');
  const copy = async (name: string, target: string): Promise<void> => {
    setToCopy('');
    setCopied('');
    try {
      await navigator.clipboard.writeText(target);
      setCopied(`${name} copied.`);
    } catch {
      setToCopy(target);
    }
  };
  return (
    <>
      <div className={styles.ways}>
        <Button onClick={() => void copy('Link', url)}>Copy the link</Button>
        {plainUrl && <Button onClick={() => void copy('Plain link', plainUrl)}>Copy a plain link</Button>}
      </div>
      {plainUrl && <p className="small muted">A plain link shows no title, picture or name.</p>}
      {toCopy && <LinkToCopy key={toCopy} url={toCopy} />}
      <p className={styles.copied} role="status">
        {copied}
      </p>
    </>
  );
}
