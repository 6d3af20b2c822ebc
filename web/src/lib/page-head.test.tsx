import { render } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, it } from 'vitest';
import { loadLanguage } from './interface-language.ts';
import { PageHead } from './page-head.tsx';
import { preferences } from './preferences.ts';
import { PrivatePageHead } from './private-page-head.tsx';

afterEach(async () => {
  preferences.change({ language: 'en', discreet: false });
  await loadLanguage();
});

const titleOf = (head: React.ReactNode): string => {
  const { unmount } = render(<MemoryRouter>{head}</MemoryRouter>);
  const { title } = document;
  unmount();
  return title;
};

const chooseHindi = async (): Promise<void> => {
  preferences.change({ language: 'hi' });
  await loadLanguage();
};

it('the document title is in the language of the interface, content as it is', async () => {
  expect(titleOf(<PageHead title="About" />)).toBe('About | Satrangi');
  await chooseHindi();
  expect(titleOf(<PageHead title="Questions and answers" />)).toBe('सवाल और जवाब | Satrangi');
  expect(titleOf(<PageHead title="About" />)).toBe('हमारे बारे में | Satrangi');
  expect(titleOf(<PageHead title="Short film not found" />)).toBe('लघु फ़िल्म उपलब्ध नहीं है | Satrangi');
  expect(titleOf(<PageHead title="Satrangi: queer stories from India" />)).toBe(
    'Satrangi: भारत की क्वीयर कहानियाँ',
  );
  expect(titleOf(<PrivatePageHead title="Order" />)).toBe('ऑर्डर');
  expect(titleOf(<PageHead title="Archives" translate="no" />)).toBe('Archives | Satrangi');
  expect(titleOf(<PageHead title="About Love" translate="no" />)).toBe('About Love | Satrangi');
});

it('the neutral title of discreet mode is the same in each language', async () => {
  preferences.change({ discreet: true });
  expect(titleOf(<PageHead title="Orders" />)).toBe('Reading list');
  await chooseHindi();
  expect(titleOf(<PageHead title="Orders" />)).toBe('Reading list');
  expect(titleOf(<PrivatePageHead title="Order" />)).toBe('Reading list');
});
