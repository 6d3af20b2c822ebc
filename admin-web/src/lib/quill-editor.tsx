import 'quill/dist/quill.core.css';
import { Button, Field } from '@satrangi/kit';
import Quill, { Delta } from 'quill/core';
import { type KeyboardEvent, type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react';
import styles from './quill-editor.module.css';
import { cleaned, formats, registerFormats } from './quill-formats.ts';
import { isAllowedLink, isKeptLink, LINK_REFUSED } from './text-links.ts';

registerFormats();

export type Picture = { readonly url: string; readonly alt: string };
export type EditorHandle = { readonly focus: () => void };
export type QuillEditorProps = {
  readonly label: string;
  readonly value: string;
  readonly onChange: (html: string) => void;
  readonly onBlur?: (() => void) | undefined;
  readonly describedBy?: string | undefined;
  readonly isInvalid?: boolean;
  /** Asks for a picture and uploads it; without it the editor has no pictures. null: the person gave up. */
  readonly pickPicture?: (() => Promise<Picture | null>) | undefined;
  readonly ref?: Ref<EditorHandle>;
};

type Tool = readonly [label: string, face: string, format: string, value: unknown];
const tools: readonly Tool[] = [
  ['Bold', 'B', 'bold', true],
  ['Italic', 'I', 'italic', true],
  ['Underline', 'U', 'underline', true],
  ['H2 heading', 'H2', 'header', 2],
  ['H3 smaller heading', 'H3', 'header', 3],
  ['Bullet list', '•', 'list', 'bullet'],
  ['1. numbered list', '1.', 'list', 'ordered'],
  ['Quote', '“', 'blockquote', true],
];

/** The text as HTML. Quill writes every space as an entity, and leaves one empty paragraph of nothing. */
const htmlOf = (quill: Quill): string => {
  const html = quill.getSemanticHTML().replaceAll('&nbsp;', ' ');
  return html === '<p></p>' ? '' : html;
};

/** Tab leaves the editor (WCAG 2.1.2); files are uploaded with a description only, never dropped in. */
const modules = {
  keyboard: { bindings: { tab: null, indent: null, outdent: null, 'remove tab': null } },
  uploader: { mimetypes: [] },
};

type Open = { readonly quill: Quill; readonly show: (html: string) => void };

const openQuill = (host: HTMLElement, onRefused: () => void): Open => {
  const quill = new Quill(host, { formats, modules });
  const isKept = (href: string): boolean => isKeptLink(href);
  quill.clipboard.addMatcher(Node.ELEMENT_NODE, (_node, delta) => {
    const { ops, hadRefused } = cleaned(delta, isKept);
    if (hadRefused) onRefused();
    return new Delta(ops);
  });
  return {
    quill,
    show: (html) => quill.setContents(quill.clipboard.convert({ html }), 'silent'),
  };
};

/** Arrow keys move between the buttons of the toolbar, which is one stop of the Tab key. */
const moveInToolbar = (event: KeyboardEvent<HTMLElement>): void => {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!step) return;
  const buttons = [...event.currentTarget.querySelectorAll('button')];
  const next = buttons.indexOf(event.target as HTMLButtonElement) + step;
  buttons.at(next % buttons.length)?.focus();
  event.preventDefault();
};

/** Asks for the address of a link. An empty one takes the link away. */
function LinkLine({
  first,
  onDone,
  onCancel,
}: {
  first: string;
  onDone: (href: string) => void;
  onCancel: () => void;
}) {
  const [href, setHref] = useState(first);
  const [error, setError] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const done = (): void => {
    const given = href.trim();
    if (given === '' || given === first || isAllowedLink(given)) onDone(given);
    else setError(LINK_REFUSED);
  };
  const onKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Enter') done();
    else onCancel();
  };
  return (
    <div className={styles.link}>
      <Field
        ref={input}
        label="Address of the link"
        type="url"
        value={href}
        error={error}
        onKeyDown={onKey}
        onChange={({ target }) => {
          setHref(target.value);
          setError(undefined);
        }}
      />
      <span className={styles.linkActions}>
        <Button size="s" onClick={done}>
          Set link
        </Button>
        <Button size="s" tone="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </span>
    </div>
  );
}

/** The editor on Quill; only `RichTextEditor` loads it. */
export function QuillEditor({
  label,
  value,
  onChange,
  onBlur,
  describedBy,
  isInvalid,
  pickPicture,
  ref,
}: QuillEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const open = useRef<Open>(undefined);
  const emitted = useRef<string>(undefined);
  const callbacks = useRef({ onChange, onBlur });
  callbacks.current = { onChange, onBlur };
  const [active, setActive] = useState<Readonly<Record<string, unknown>>>({});
  const [link, setLink] = useState<string | null>(null);
  const [refused, setRefused] = useState(false);
  useImperativeHandle(ref, () => ({ focus: () => open.current?.quill.focus() }), []);

  useEffect(() => {
    const element = host.current;
    if (!element) return;
    const inside = document.createElement('div');
    element.append(inside);
    const own = openQuill(inside, () => setRefused(true));
    open.current = own;
    const { quill } = own;
    quill.on('text-change', (_delta, _before, source) => {
      if (source === 'silent') return;
      emitted.current = htmlOf(quill);
      callbacks.current.onChange(emitted.current);
    });
    quill.on('editor-change', () => {
      const range = quill.getSelection();
      setActive(range ? quill.getFormat(range) : {});
    });
    const blur = (): void => callbacks.current.onBlur?.();
    quill.root.addEventListener('blur', blur);
    return () => {
      element.replaceChildren();
      open.current = undefined;
      emitted.current = undefined;
    };
  }, []);
  useEffect(() => {
    if (value === emitted.current) return;
    emitted.current = value;
    open.current?.show(value);
    setRefused(false);
  }, [value]);
  useEffect(() => {
    const root = open.current?.quill.root;
    if (!root) return;
    for (const [name, text] of Object.entries({
      role: 'textbox',
      'aria-multiline': 'true',
      'aria-label': label,
      'aria-describedby': describedBy,
      'aria-invalid': isInvalid ? 'true' : undefined,
    }))
      if (text) root.setAttribute(name, text);
      else root.removeAttribute(name);
  }, [label, describedBy, isInvalid]);

  const apply = (format: string, wanted: unknown): void => {
    const quill = open.current?.quill;
    if (!quill) return;
    quill.focus();
    quill.format(format, quill.getFormat()[format] === wanted ? false : wanted, 'user');
    setActive(quill.getFormat());
  };
  const insertPicture = async (): Promise<void> => {
    const quill = open.current?.quill;
    const at = quill?.getSelection()?.index ?? quill?.getLength() ?? 0;
    const picture = await pickPicture?.();
    if (!picture || !quill) return;
    quill.insertEmbed(at, 'image', picture.url, 'user');
    quill.formatText(at, 1, 'alt', picture.alt, 'user');
    quill.setSelection(at + 1, 0);
  };
  const setHref = (href: string): void => {
    setLink(null);
    const quill = open.current?.quill;
    if (!quill) return;
    quill.focus();
    const range = quill.getSelection();
    if (range && range.length === 0 && href && !quill.getFormat().link)
      quill.insertText(range.index, href, { link: href }, 'user');
    else quill.format('link', href || false, 'user');
  };
  return (
    <>
      <div role="toolbar" aria-label={`Format: ${label}`} className={styles.tools} onKeyDown={moveInToolbar}>
        {tools.map(([name, face, format, wanted], index) => (
          <button
            key={name}
            type="button"
            tabIndex={index === 0 ? 0 : -1}
            aria-label={name}
            title={name}
            data-format={format}
            aria-pressed={active[format] === wanted}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => apply(format, wanted)}
          >
            {face}
          </button>
        ))}
        <button
          type="button"
          tabIndex={-1}
          aria-pressed={typeof active.link === 'string'}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => setLink(typeof active.link === 'string' ? active.link : '')}
        >
          Link
        </button>
        {pickPicture && (
          <button
            type="button"
            tabIndex={-1}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => void insertPicture()}
          >
            Upload Image
          </button>
        )}
      </div>
      {link !== null && <LinkLine first={link} onDone={setHref} onCancel={() => setLink(null)} />}
      {refused && (
        <p role="alert" className={styles.refused}>
          {LINK_REFUSED}
        </p>
      )}
      <div ref={host} className={styles.host} />
    </>
  );
}
