import type { JoinedMediaType } from '@satrangi/contracts';
import { isFilm } from './kinds.ts';

/** The shape of the picture of a kind: films are 16:9. */
export const coverShapeOf = (type: JoinedMediaType): 'book' | 'still' => (isFilm(type) ? 'still' : 'book');
