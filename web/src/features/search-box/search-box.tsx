import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { paths, withQuery } from '../../lib/paths.ts';
import { SuggestionList } from './suggestion-list.tsx';
import { groupsOf, suggestionsQuery } from './suggestions.ts';
import { useCombobox } from './use-combobox.ts';

const DEBOUNCE_MS = 150;

const useDebounced = (text: string): string => {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
};

/**
 * The field of the form around `place`, what is typed in it, and whether suggestions are wanted. Every navigation sets
 * it to the words of the address.
 */
const useSearchField = () => {
  const { pathname, search, key } = useLocation();
  const place = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [isWanted, setWanted] = useState(false);
  const [active, setActive] = useState(-1);

  // before the listeners are added: what was typed until now
  useLayoutEffect(() => {
    field.current = place.current?.closest('form')?.querySelector('input') ?? null;
    const element = field.current;
    if (!element || document.activeElement !== element) return;
    setText(element.value);
    setWanted(true);
  }, []);

  // the field shows the words of the address, and nothing on other pages
  const isFirst = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every navigation counts, also one to the same address
  useEffect(() => {
    const element = field.current;
    if (!element) return;
    const isTyping = isFirst.current && document.activeElement === element;
    isFirst.current = false;
    if (isTyping) return;
    const isSearchPage = pathname === paths.search;
    const shown = isSearchPage ? (new URLSearchParams(search).get('q') ?? '') : '';
    element.value = shown;
    setText(shown);
    setActive(-1);
    setWanted(false);
    // a search page without a search was opened to type one; the heading of the page takes the focus before
    if (!isSearchPage || search !== '' || key === 'default') return;
    const frame = requestAnimationFrame(() => element.focus());
    return () => cancelAnimationFrame(frame);
  }, [key]);

  return { place, field, text, setText, isWanted, setWanted, active, setActive };
};

/** Suggestions of the search field: covers, creators and series while a reader types. */
export function SearchBox() {
  const navigate = useNavigate();
  const listId = useId();
  const { place, field, text, setText, isWanted, setWanted, active, setActive } = useSearchField();
  const words = text.trim().replace(/\s+/g, ' ');
  const settled = useDebounced(words);
  const isOpen = isWanted && words !== '';
  const found = useQuery({
    ...suggestionsQuery(settled),
    enabled: isOpen && settled !== '',
    placeholderData: keepPreviousData,
  });
  const groups = groupsOf(words, settled === '' ? undefined : found.data);
  const optionCount = groups.reduce((count, { suggestions }) => count + suggestions.length, 0);
  const optionId = (position: number): string => `${listId}-${position}`;

  useCombobox(
    field,
    { isOpen, active, optionCount, listId, optionId },
    {
      onText: (typed) => {
        setText(typed);
        setActive(-1);
        setWanted(true);
      },
      onOpen: (opens) => {
        setWanted(opens);
        if (!opens) setActive(-1);
      },
      onActive: (position) => {
        setActive(position);
        document.getElementById(optionId(position))?.scrollIntoView?.({ block: 'nearest' });
      },
      onChoose: (position) => document.getElementById(optionId(position))?.click(),
      onSubmit: (submitted) => {
        setWanted(false);
        void navigate(submitted ? withQuery(paths.search, { q: submitted }) : paths.search);
      },
    },
  );

  return (
    <div ref={place}>
      {isOpen && (
        <SuggestionList
          words={words}
          groups={groups}
          active={active}
          listId={listId}
          optionId={optionId}
          state={found.isError ? 'failed' : settled === words && found.isSuccess ? 'found' : 'waiting'}
        />
      )}
    </div>
  );
}
