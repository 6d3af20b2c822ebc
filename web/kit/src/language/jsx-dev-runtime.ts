/** `jsx-runtime.ts` for the development server and for tests. */
import type { ElementType, Key, ReactElement } from 'react';
import * as react from 'react/jsx-dev-runtime';
import { inLanguage } from './language.ts';

export { Fragment } from 'react/jsx-dev-runtime';

export const jsxDEV = (
  type: ElementType,
  props: object,
  key: Key | undefined,
  isStatic: boolean,
  source?: react.JSXSource,
  self?: unknown,
): ReactElement => react.jsxDEV(type, inLanguage(type, props), key, isStatic, source, self);
