import type { RelatedReason } from '@satrangi/contracts';
import { expect, it } from 'vitest';
import { reasonText } from './related-reason.ts';

it.each<[RelatedReason, string]>([
  [{ kind: 'next-issue', name: 'Verandah' }, 'Next in Verandah'],
  [{ kind: 'series', name: 'देहरी' }, 'Also in देहरी'],
  [{ kind: 'author', name: 'Meera Sahni' }, 'Also by Meera Sahni'],
  [{ kind: 'director', name: 'Noor Sheikh' }, 'Also directed by Noor Sheikh'],
  [{ kind: 'narrator', name: 'Omkar Jadhav' }, 'Also read by Omkar Jadhav'],
  [{ kind: 'speaker', name: 'Reshma Guru' }, 'Also told by Reshma Guru'],
  [{ kind: 'cast', name: 'Jayaben Vora' }, 'Also with Jayaben Vora'],
  [{ kind: 'genre', name: 'Poetry' }, 'Poetry too'],
  [{ kind: 'genre', name: 'Short stories', language: 'ta' }, 'Short stories in Tamil too'],
  [{ kind: 'genre', name: 'Poetry', isShort: true }, 'Poetry too, and as short'],
  [{ kind: 'language', name: 'mr' }, 'Also in Marathi'],
  [{ kind: 'tag', name: 'first love' }, 'Also about first love'],
])('%j: %s', (reason, text) => {
  expect(reasonText(reason)).toBe(text);
});
