import type { EditorItem } from '@satrangi/contracts';
import { formatMoney, fromMajor } from '@satrangi/contracts/pure';
import { Button, Cover, Icon, IconButton, pencilIcon, scriptProps, trashIcon } from '@satrangi/kit';
import type { KeyboardEvent } from 'react';
import type { Column } from '../../lib/table-columns.ts';
import styles from './media.module.css';
import { keyOf, kindNamed } from './media-calls.ts';
import { type InlineField, useRowActions } from './use-inline-edit.ts';

type CellProps = { readonly item: EditorItem };

const useEditing = (item: EditorItem) => {
  const { editing } = useRowActions();
  return editing?.key === keyOf(item) ? editing : null;
};

function InlineInput({ item, name, label }: CellProps & { name: InlineField; label: string }) {
  const { save, cancel, set } = useRowActions();
  const editing = useEditing(item);
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') {
      event.preventDefault();
      void save();
    } else if (event.key === 'Escape') {
      event.stopPropagation();
      cancel();
    }
  };
  return (
    <input
      className={styles.input}
      aria-label={label}
      value={editing?.values[name] ?? ''}
      readOnly={editing?.isSaving}
      inputMode={name === 'price' ? 'decimal' : undefined}
      // biome-ignore lint/a11y/noAutofocus: the focus follows the key or the button that began the edit
      autoFocus={name === 'title'}
      onChange={({ target }) => set(name, target.value)}
      onKeyDown={onKey}
    />
  );
}

/** The smallest picture of an item: of a film 16:9, of sound square. */
export const coverShapeOf = (mediaType: string): 'book' | 'square' | 'still' => {
  const { file } = kindNamed(mediaType);
  return file === 'video' ? 'still' : file === 'audio' ? 'square' : 'book';
};

function TitleCell({ item }: CellProps) {
  const { open } = useRowActions();
  return (
    <span className={styles.title}>
      <span className={styles.thumb} data-shape={coverShapeOf(item.mediaType)}>
        <Cover of={item} shape={coverShapeOf(item.mediaType)} />
      </span>
      {useEditing(item) ? (
        <InlineInput item={item} name="title" label="Title" />
      ) : (
        <button type="button" className={styles.open} onClick={() => open(item)}>
          <span {...scriptProps(item.title, item.language)}>{item.title}</span>
        </button>
      )}
    </span>
  );
}

function CreatorCell({ item }: CellProps) {
  if (useEditing(item)) return <InlineInput item={item} name="creator" label="Creator" />;
  return (
    <span className={styles.name} {...scriptProps(item.creator, item.language)}>
      {item.creator || '–'}
    </span>
  );
}

export function TypeText({ mediaType }: { mediaType: string }) {
  const { label, pigment } = kindNamed(mediaType);
  return (
    <span className={styles.type} style={{ '--pigment': `var(--${pigment})` } as object}>
      {label}
    </span>
  );
}

const priceOf = ({ isFree, priceINR }: EditorItem): string =>
  isFree ? 'Free' : priceINR === null ? '–' : formatMoney(fromMajor(priceINR, 'INR'));

function PriceCell({ item }: CellProps) {
  if (!useEditing(item)) return <span className="num">{priceOf(item)}</span>;
  return (
    <span className={styles.price}>
      <span aria-hidden="true">₹</span>
      <InlineInput item={item} name="price" label="Price in rupees" />
    </span>
  );
}

const driveStates = {
  ok: ['good', 'Checked'],
  waiting: ['plain', 'Being checked'],
  'no-access': ['bad', 'No access'],
  'not-found': ['bad', 'Not found'],
  'wrong-type': ['bad', 'Wrong type'],
} as const;

/** Where the file of an item is, and whether it can be read. */
export function FileText({ item }: CellProps) {
  const [tone, text] = item.driveState
    ? driveStates[item.driveState]
    : item.fileStore
      ? (['good', 'Uploaded'] as const)
      : (['plain', 'No file'] as const);
  return (
    <span className={styles.file} data-tone={tone}>
      {text}
    </span>
  );
}

function PreviewCell({ item: { previewUrl, previewPages, title } }: CellProps) {
  if (!previewUrl) return <>–</>;
  const text = previewPages === null ? 'Clip' : `${previewPages} pp`;
  return (
    <a
      className={styles.preview}
      href={previewUrl}
      target="_blank"
      rel="noreferrer"
      aria-label={`Preview of ${title}: ${text}`}
    >
      {text}
    </a>
  );
}

function FeaturedCell({ item }: CellProps) {
  const { feature, featuring } = useRowActions();
  return (
    <input
      type="checkbox"
      role="switch"
      className={styles.switch}
      aria-label={`Featured: ${item.title}`}
      checked={item.featured}
      aria-checked={item.featured}
      aria-busy={featuring.has(keyOf(item))}
      onChange={() => feature(item)}
    />
  );
}

function ActionsCell({ item }: CellProps) {
  const { begin, save, cancel, remove } = useRowActions();
  const editing = useEditing(item);
  if (editing)
    return (
      <span className={styles.actions}>
        <Button size="s" tone="primary" onClick={() => void save()} aria-disabled={editing.isSaving}>
          {editing.isSaving ? 'Saving' : 'Save'}
        </Button>
        <Button size="s" tone="quiet" onClick={cancel}>
          Cancel
        </Button>
      </span>
    );
  return (
    <span className={styles.actions}>
      <IconButton label={`Edit ${item.title}`} onClick={() => begin(item)}>
        <Icon shape={pencilIcon} size="s" />
      </IconButton>
      <IconButton label={`Delete ${item.title}`} onClick={() => remove(item)}>
        <Icon shape={trashIcon} size="s" />
      </IconButton>
    </span>
  );
}

type Options = Pick<Column<EditorItem>, 'meta' | 'enableSorting'>;
const column = (
  id: string,
  header: string,
  Cell: (props: CellProps) => React.ReactNode,
  options: Options = {},
): Column<EditorItem> => ({
  id,
  header,
  accessorFn: ({ _id }) => _id,
  enableSorting: false,
  cell: ({ row }) => <Cell item={row.original} />,
  ...options,
});

/** The columns of the list (checklist ADM-06), and where the file is. */
export const mediaColumns: Column<EditorItem>[] = [
  column('title', 'Title', TitleCell, { enableSorting: true, meta: { phone: 'title', opensItself: true } }),
  column('creator', 'Creator', CreatorCell, { meta: { phone: 'second' } }),
  column('type', 'Type', ({ item }) => <TypeText mediaType={item.mediaType} />, {
    meta: { phone: 'second' },
  }),
  column('price', 'Price', PriceCell, { enableSorting: true, meta: { align: 'end', phone: 'side' } }),
  column('media', 'Media', FileText),
  column('location', 'Location', ({ item }) => (item.collection === 'archives' ? 'Archives' : 'Library')),
  column('preview', 'Preview', PreviewCell),
  column('featured', 'Featured', FeaturedCell),
  column('actions', 'Actions', ActionsCell, { meta: { align: 'end' } }),
];
