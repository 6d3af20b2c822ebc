import { Button, Skeleton, TextArea } from '@satrangi/kit';
import { lazy, type Ref, Suspense, useId, useImperativeHandle, useRef, useState } from 'react';
import type { EditorHandle, Picture } from './quill-editor.tsx';
import styles from './rich-text-editor.module.css';

const QuillEditor = lazy(async () => ({ default: (await import('./quill-editor.tsx')).QuillEditor }));

/** Elements and attributes that only the HTML view keeps. */
const KEPT = 'p,br,h2,h3,h4,strong,b,em,i,u,s,a,ul,ol,li,blockquote,img,sup,sub';
const LOST_ATTRIBUTES = ['lang', 'dir', 'title', 'start'];

/** What an editor of formatted text would drop from this HTML: names of elements and attributes. */
export const lostInEditor = (html: string): readonly string[] => {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  const lost = [...body.querySelectorAll('*')].flatMap((element) => [
    ...(element.matches(KEPT) ? [] : [element.localName]),
    ...LOST_ATTRIBUTES.filter((name) => element.hasAttribute(name)),
  ]);
  return [...new Set(lost)];
};

type EditorHeadProps = {
  label: string;
  isHtml: boolean;
  isDisabled: boolean;
  onToggle: () => void;
};

function EditorHead({ label, isHtml, isDisabled, onToggle }: EditorHeadProps) {
  return (
    <div className={styles.head}>
      <span aria-hidden="true" className={styles.label}>
        {label}
      </span>
      <Button size="s" tone="quiet" disabled={isDisabled} aria-pressed={isHtml} onClick={onToggle}>
        HTML
      </Button>
    </div>
  );
}

type EditorNotesProps = {
  id: string;
  lost: readonly string[];
  error: string | undefined;
  hint: string | undefined;
};

/** Below an editor: what only the HTML view keeps, the error and the hint. */
function EditorNotes({ id, lost, error, hint }: EditorNotesProps) {
  return (
    <>
      {lost.length > 0 && (
        <p className="muted">This text has parts that only the HTML view keeps: {lost.join(', ')}.</p>
      )}
      {error && (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className="muted">
          {hint}
        </p>
      )}
    </>
  );
}

type Props = {
  label: string;
  value: string;
  onChange: (html: string) => void;
  onBlur?: () => void;
  error?: string | undefined;
  hint?: string;
  /** Asks for a picture, uploads it, and answers its address with its alt text; null when the person gave up. */
  pickPicture?: () => Promise<Picture | null>;
  ref?: Ref<EditorHandle>;
};

/**
 * An editor of formatted text: its value is HTML within the allow-list of the contracts. It is loaded when it is first
 * shown. Links are http, https, mailto or tel (checklist ADM-25); pictures come by `pickPicture` only. A text with parts
 * that the formatted view would drop opens as HTML. In a form it is a `RichTextField`.
 */
export function RichTextEditor({ label, value, onChange, onBlur, error, hint, pickPicture, ref }: Props) {
  const id = useId();
  const [lost] = useState(() => lostInEditor(value));
  const [asHtml, setAsHtml] = useState(lost.length > 0);
  const editor = useRef<EditorHandle>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  useImperativeHandle(ref, () => ({ focus: () => (editor.current ?? area.current)?.focus() }), []);
  const lostNow = asHtml ? lostInEditor(value) : [];
  const described = [error ? `${id}-error` : '', hint ? `${id}-hint` : ''].filter(Boolean).join(' ');
  return (
    <div className={styles.field}>
      <EditorHead
        label={label}
        isHtml={asHtml}
        isDisabled={lostNow.length > 0}
        onToggle={() => setAsHtml(!asHtml)}
      />
      <div className={styles.frame} data-invalid={error ? '' : undefined}>
        {asHtml ? (
          <TextArea
            ref={area}
            label={`${label} (HTML)`}
            hideLabel
            rows={12}
            className={styles.html ?? ''}
            spellCheck={false}
            value={value}
            onBlur={onBlur}
            onChange={({ target }) => onChange(target.value)}
          />
        ) : (
          <Suspense fallback={<Skeleton height="12rem" />}>
            <QuillEditor
              ref={editor}
              label={label}
              value={value}
              onChange={onChange}
              onBlur={onBlur}
              describedBy={described || undefined}
              isInvalid={error !== undefined}
              pickPicture={pickPicture}
            />
          </Suspense>
        )}
      </div>
      <EditorNotes id={id} lost={lostNow} error={error} hint={hint} />
    </div>
  );
}
