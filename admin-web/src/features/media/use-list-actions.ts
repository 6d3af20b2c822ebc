import type { EditorItem } from '@satrangi/contracts';
import { type KeyboardEvent, useEffect, useMemo } from 'react';
import { isPressed } from '../../lib/shortcuts.ts';
import { isTyping } from '../../lib/typing.ts';
import { useStable } from '../../lib/use-stable.ts';
import type { useFeature } from './use-feature.ts';
import type { useInlineEdit } from './use-inline-edit.ts';

/** N opens the form of a new item. */
export const useNewKey = (onNew: () => void): void =>
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent): void => {
      if (event.defaultPrevented || !isPressed(event, 'add')) return;
      if (isTyping(event.target) || document.querySelector('dialog[open]')) return;
      event.preventDefault();
      onNew();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  });

/** The keys and acts of rows. The acts stay the same objects while nothing is edited: cells render again with other ones. */
export const useListActions = ({
  inline: { begin, save, cancel, set, editing },
  feature,
  featuring,
  open,
  remove,
}: {
  inline: ReturnType<typeof useInlineEdit>;
  open: (item: EditorItem) => void;
  remove: (item: EditorItem) => void;
} & Pick<ReturnType<typeof useFeature>, 'feature' | 'featuring'>) => {
  const calls = useStable({
    begin,
    save,
    cancel,
    set,
    feature: (item: EditorItem) => void feature(item),
    open,
    remove,
  });
  const actions = useMemo(() => ({ ...calls, editing, featuring }), [calls, editing, featuring]);
  const onRowKey = (event: KeyboardEvent, item: EditorItem): void => {
    if (isPressed(event, 'edit')) {
      event.preventDefault();
      begin(item);
    } else if (isPressed(event, 'feature')) void feature(item);
    else if (isPressed(event, 'remove')) remove(item);
  };
  return { actions, onRowKey };
};
