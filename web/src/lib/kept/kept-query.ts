import { queryOptions } from '@tanstack/react-query';
import { canKeep, keptTitles } from './kept-titles.ts';

/** The kept titles of this device. */
export const keptQuery = () =>
  queryOptions({ queryKey: ['kept'], queryFn: keptTitles, staleTime: 0, enabled: canKeep() });
