import 'quill/dist/quill.core.css';
import { Button, Field } from '@satrangi/kit';
import Quill, { Delta } from 'quill/core';
import {
  type KeyboardEvent,
  type Ref,
  type RefObject,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import styles from './quill-editor.module.css';
import { cleaned, formats, registerFormats } from './quill-formats.ts';
import { type Formats, QuillToolbar } from './quill-toolbar.tsx';
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

type Props = {
  first: string;
  onDone: (href: string) => void;
  onCancel: () => void;
};

/** Asks for the address of a link. An empty one takes the link away. */
function LinkLine({ first, onDone, onCancel }: Props) {
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

/** A Quill editor in an element, with `value` as its text. */
const useQuill = ({
  label,
  value,
  onChange,
  onBlur,
  describedBy,
  isInvalid,
  ref,
}: Omit<QuillEditorProps, 'pickPicture'>) => {
  const host = useRef<HTMLDivElement>(null);
  const open = useRef<Open>(undefined);
  const emitted = useRef<string>(undefined);
  const callbacks = useRef({ onChange, onBlur });
  callbacks.current = { onChange, onBlur };
  const [active, setActive] = useState<Formats>({});
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

  return { host, open, active, setActive, refused };
};

/** The acts of the toolbar on the selection. */
const quillActs = (
  open: RefObject<Open | undefined>,
  {
    setActive,
    pickPicture,
  }: { setActive: (formats: Formats) => void } & Pick<QuillEditorProps, 'pickPicture'>,
) => ({
  apply: (format: string, wanted: unknown): void => {
    const quill = open.current?.quill;
    if (!quill) return;
    quill.focus();
    quill.format(format, quill.getFormat()[format] === wanted ? false : wanted, 'user');
    setActive(quill.getFormat());
  },
  insertPicture: async (): Promise<void> => {
    const quill = open.current?.quill;
    const at = quill?.getSelection()?.index ?? quill?.getLength() ?? 0;
    const picture = await pickPicture?.();
    if (!picture || !quill) return;
    quill.insertEmbed(at, 'image', picture.url, 'user');
    quill.formatText(at, 1, 'alt', picture.alt, 'user');
    quill.setSelection(at + 1, 0);
  },
  setHref: (href: string): void => {
    const quill = open.current?.quill;
    if (!quill) return;
    quill.focus();
    const range = quill.getSelection();
    if (range && range.length === 0 && href && !quill.getFormat().link)
      quill.insertText(range.index, href, { link: href }, 'user');
    else quill.format('link', href || false, 'user');
  },
});

/** The editor on Quill; only `RichTextEditor` loads it. */
export function QuillEditor({ pickPicture, ...props }: QuillEditorProps) {
  const { host, open, active, setActive, refused } = useQuill(props);
  const [link, setLink] = useState<string | null>(null);
  const { apply, insertPicture, setHref } = quillActs(open, { setActive, pickPicture });
  return (
    <>
      <QuillToolbar
        label={props.label}
        active={active}
        onFormat={apply}
        onLink={setLink}
        onPicture={pickPicture && (() => void insertPicture())}
      />
      {link !== null && (
        <LinkLine
          first={link}
          onDone={(href) => {
            setLink(null);
            setHref(href);
          }}
          onCancel={() => setLink(null)}
        />
      )}
      {refused && (
        <p role="alert" className={styles.refused}>
          {LINK_REFUSED}
        </p>
      )}
      <div ref={host} className={styles.host} />
    </>
  );
}
