import type { RelatedReason } from '@satrangi/contracts';
import { render } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { loadLanguage } from './interface-language.ts';
import { preferences } from './preferences.ts';
import { Reason } from './related-reason.tsx';

afterEach(async () => {
  preferences.change({ language: 'en' });
  await loadLanguage();
});

const shown = (reason: RelatedReason): HTMLElement => render(<Reason reason={reason} />).container;

it.each<[RelatedReason, string]>([
  [{ kind: 'next-issue', name: 'Verandah' }, 'Next in Verandah'],
  [{ kind: 'series', name: 'देहरी' }, 'Also in देहरी'],
  [{ kind: 'author', name: 'Meera Sahni' }, 'Also by Meera Sahni'],
  [{ kind: 'director', name: 'Noor Sheikh' }, 'Also directed by Noor Sheikh'],
  [{ kind: 'narrator', name: 'Omkar Jadhav' }, 'Also read by Omkar Jadhav'],
  [{ kind: 'speaker', name: 'Reshma Guru' }, 'Also told by Reshma Guru'],
  [{ kind: 'cast', name: 'Jayaben Vora' }, 'Also with Jayaben Vora'],
  [{ kind: 'genre', name: 'Poetry' }, 'Also poetry'],
  [{ kind: 'genre', name: 'Short stories', language: 'ta' }, 'Also short stories in Tamil'],
  [{ kind: 'genre', name: 'Poetry', isShort: true }, 'Also poetry, and as short'],
  [{ kind: 'language', name: 'mr' }, 'Also in Marathi'],
  [{ kind: 'tag', name: 'first love' }, 'Also about first love'],
])('%j: %s', (reason, text) => {
  expect(shown(reason).textContent).toBe(text);
});

it('in Hindi has translated genres, and tags without a translation in an element of their language', async () => {
  preferences.change({ language: 'hi' });
  await loadLanguage();
  expect(shown({ kind: 'genre', name: 'Poetry' }).textContent).toBe('यह भी कविता');
  expect(shown({ kind: 'genre', name: 'Memoir', language: 'ta' }).textContent).toBe('यह भी संस्मरण, तमिल में');
  expect(shown({ kind: 'genre', name: 'Essays', isShort: true }).textContent).toBe(
    'यह भी निबंध, और उतनी ही संक्षिप्त',
  );
  const tag = shown({ kind: 'tag', name: 'women' });
  expect(tag.textContent).toBe('women पर और');
  expect(tag.querySelector('[lang]')?.outerHTML).toBe('<bdi lang="en" dir="ltr">women</bdi>');
});
