import type { EditorItem } from '@satrangi/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { createContext, useContext, useRef, useState } from 'react';
import { isSame } from '../../lib/is-same.ts';
import { useKeptRow } from '../../lib/kept-row.ts';
import { changeItem, EditConflict, type QuickFields } from './change-item.ts';
import { keyOf, kindNamed } from './media-calls.ts';
import { mediaTexts } from './media-texts.ts';
import { priceProblem } from './price-problem.ts';

/** What is typed in a row. */
export type InlineValues = { readonly title: string; readonly creator: string; readonly price: string };
export type InlineField = keyof InlineValues;

type Editing = {
  readonly key: string;
  readonly item: EditorItem;
  readonly values: InlineValues;
  readonly error: string | null;
  readonly isSaving: boolean;
};

/** The field that holds the creator shown in the list: the author of an audio story when there is one. */
const creatorFieldOf = ({ mediaType, draft }: EditorItem): 'author' | 'director' | 'narrator' | 'speaker' => {
  const kind = kindNamed(mediaType);
  return kind.stored === 'audio-story' && draft.author ? 'author' : kind.creator;
};

const valuesOf = (item: EditorItem): InlineValues => ({
  title: item.title,
  creator: String(item.draft[creatorFieldOf(item)] ?? ''),
  price: item.draft.priceINR === null || item.draft.priceINR === undefined ? '' : String(item.draft.priceINR),
});

/** What is wrong with the typed values, or null. */
const problemOf = ({ title, creator, price }: InlineValues, item: EditorItem): string | null => {
  if (title.trim() === '') return 'Title required';
  const field = creatorFieldOf(item);
  const needsCreator = kindNamed(item.mediaType).creator === field && /author|director/.test(field);
  if (needsCreator && creator.trim() === '')
    return field === 'author' ? 'Author required' : 'Director required';
  return priceProblem(price);
};

/** The fields of an item that were changed in its row. */
const changesOf = (values: InlineValues, item: EditorItem): QuickFields => {
  const before = valuesOf(item);
  return {
    ...(values.title === before.title ? {} : { title: values.title.trim() }),
    ...(values.creator === before.creator ? {} : { [creatorFieldOf(item)]: values.creator.trim() || null }),
    ...(values.price === before.price
      ? {}
      : { priceINR: values.price.trim() === '' ? null : Number(values.price) }),
  };
};

const theirsText = (theirs: EditorItem): string => {
  const { title, creator, price } = valuesOf(theirs);
  return `Content changed since you opened it. Now it is ‘${title}’, ${creator || 'no creator'}, ${price === '' ? 'no price' : `₹${price}`}. Save again to put yours over it.`;
};

/** The row that is edited in place: title, creator and price in rupees (checklist ADM-07). */
export const useInlineEdit = () => {
  const client = useQueryClient();
  const [editing, setEditing] = useState<Editing | null>(null);
  const isRunning = useRef(false);
  const kept = useKeptRow(
    'media',
    { title: '', creator: '', price: '' },
    editing && {
      row: editing.key,
      revision: editing.item.draftRevision,
      values: editing.values,
      isChanged: !isSame(editing.values, valuesOf(editing.item)),
    },
  );
  const begin = (item: EditorItem): void => {
    if (isRunning.current) return;
    const key = keyOf(item);
    const left = kept.leftOf(key);
    const error = left && left.revision !== item.draftRevision ? theirsText(item) : null;
    setEditing({ key, item, values: left?.values ?? valuesOf(item), error, isSaving: false });
  };
  const end = (): void => {
    if (editing) kept.drop(editing.key);
    setEditing(null);
  };
  const cancel = (): void => {
    if (!isRunning.current) end();
  };
  const fail = (error: string, item?: EditorItem): void =>
    setEditing((now) => now && { ...now, ...(item ? { item } : {}), error, isSaving: false });
  const save = async (): Promise<void> => {
    if (!editing || isRunning.current) return;
    const { values, item } = editing;
    const problem = problemOf(values, item);
    if (problem) return fail(problem);
    const changes = changesOf(values, item);
    if (Object.keys(changes).length === 0) return end();
    isRunning.current = true;
    setEditing({ ...editing, error: null, isSaving: true });
    try {
      await changeItem(item, changes);
      await client.invalidateQueries({ queryKey: ['media'] });
      end();
    } catch (error) {
      if (error instanceof EditConflict) fail(theirsText(error.theirs), error.theirs);
      else fail(mediaTexts.changeFailed);
    } finally {
      isRunning.current = false;
    }
  };
  return {
    editing,
    /** What was typed into a row at an earlier visit. */
    left: kept.left,
    dropLeft: (): void => kept.drop(kept.left?.row ?? ''),
    begin,
    cancel,
    save,
    set: (field: InlineField, value: string): void =>
      setEditing((now) => now && { ...now, values: { ...now.values, [field]: value } }),
  } as const;
};

type InlineEdit = ReturnType<typeof useInlineEdit>;

export type RowActions = Pick<InlineEdit, 'editing' | 'begin' | 'save' | 'cancel' | 'set'> & {
  /** Keys of the rows whose featured state is being saved. */
  readonly featuring: ReadonlySet<string>;
  readonly feature: (item: EditorItem) => void;
  readonly open: (item: EditorItem) => void;
  readonly remove: (item: EditorItem) => void;
};

/**
 * What cells can do. Cells read it here, because columns must stay the same objects while a row is edited. Another value
 * renders all cells again.
 */
export const RowActionsContext = createContext<RowActions | null>(null);

export const useRowActions = (): RowActions => {
  const actions = useContext(RowActionsContext);
  if (!actions) throw new Error('the cell is outside of the media list');
  return actions;
};
