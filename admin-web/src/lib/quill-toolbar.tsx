import type { KeyboardEvent } from 'react';
import styles from './quill-editor.module.css';

/** The formats of a selection. */
export type Formats = Readonly<Record<string, unknown>>;

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

/** Arrow keys move between the buttons of the toolbar, which is one stop of the Tab key. */
const moveInToolbar = (event: KeyboardEvent<HTMLElement>): void => {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!step) return;
  const buttons = [...event.currentTarget.querySelectorAll('button')];
  const next = buttons.indexOf(event.target as HTMLButtonElement) + step;
  buttons.at(next % buttons.length)?.focus();
  event.preventDefault();
};

type Props = {
  label: string;
  active: Formats;
  onFormat: (format: string, wanted: unknown) => void;
  /** Called with the address of the link at the selection, or with nothing. */
  onLink: (href: string) => void;
  onPicture: (() => void) | undefined;
};

/** The buttons above the text, of which those of the selection's formats are pressed. */
export function QuillToolbar({ label, active, onFormat, onLink, onPicture }: Props) {
  return (
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
          onClick={() => onFormat(format, wanted)}
        >
          {face}
        </button>
      ))}
      <button
        type="button"
        tabIndex={-1}
        aria-pressed={typeof active.link === 'string'}
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => onLink(typeof active.link === 'string' ? active.link : '')}
      >
        Link
      </button>
      {onPicture && (
        <button
          type="button"
          tabIndex={-1}
          onMouseDown={(event) => event.preventDefault()}
          onClick={onPicture}
        >
          Upload Image
        </button>
      )}
    </div>
  );
}
