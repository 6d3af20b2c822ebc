/** React's runtime for JSX, with the texts of elements in the interface language. The compiler imports it. */
import type { ElementType, Key, ReactElement } from 'react';
import * as react from 'react/jsx-runtime';
import { inLanguage } from './language.ts';

export { Fragment } from 'react/jsx-runtime';

export const jsx = (type: ElementType, props: object, key?: Key): ReactElement =>
  react.jsx(type, inLanguage(type, props), key);

export const jsxs = (type: ElementType, props: object, key?: Key): ReactElement =>
  react.jsxs(type, inLanguage(type, props), key);
