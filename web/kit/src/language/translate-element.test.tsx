import { render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { interfaceLocale, setLanguage } from './language.ts';
import { createTranslateProps } from './translate-element.ts';
import { createTranslationOf, shortKey } from './translations.ts';

const translations = {
  'Save for later': 'बाद के लिए सहेजें',
  'Chapter {#0} of {#1}': '{#1} में से अध्याय {#0}',
  'Read {0} first, {1}.': '{1}, पहले {0} पढ़ें।',
  'the terms': 'शर्तें',
  Home: 'मुखपृष्ठ',
  // as a built table has it
  [shortKey('Your orders')]: 'आपके ऑर्डर',
  'Please wait.': 'कृपया रुकें।',
  '{#0} reviews': '{#0} समीक्षाएँ',
  'Remove {0}': '{0} हटाएँ',
  '{0} by {1}': '{0}, रचनाकार: {1}',
};

function Form({ isWrong }: { isWrong: boolean }) {
  return (
    <label>
      {isWrong && <b>Wrong</b>}
      Save for later
      <input />
    </label>
  );
}

const translateProps = createTranslateProps(createTranslationOf(translations));

beforeEach(() => setLanguage({ locale: 'hi-IN', translateProps }));
afterEach(() => setLanguage(null));

/** The text of an element that was rendered. */
const shown = (element: ReactNode): string => render(element).container.textContent ?? '';

function Button({ children }: { children: ReactNode }) {
  return (
    <button type="button">
      <svg aria-hidden="true" />
      {children}
    </button>
  );
}

describe('an element in another language', () => {
  it('has the translation of its text, of its values and of its attributes', () => {
    const [chapter, all, author] = [3, 12, 'Asha'];
    render(<section aria-label="Remove Salt">Save for later</section>);
    expect(screen.getByLabelText('Salt हटाएँ').textContent).toBe('बाद के लिए सहेजें');
    expect(shown(<p>{`${all} reviews`}</p>)).toBe('12 समीक्षाएँ');
    expect(shown(<p>Your orders</p>)).toBe('आपके ऑर्डर');
    expect(shown(<p>Salt by {author}</p>)).toBe('Salt, रचनाकार: Asha');
    expect(
      shown(
        <p>
          Chapter {chapter} of {all}
        </p>,
      ),
    ).toBe('12 में से अध्याय 3');
  });

  it('keeps the names of keys, as they stand on keyboards', () => {
    expect(shown(<kbd>Home</kbd>)).toBe('Home');
    expect(shown(<b>Home</b>)).toBe('मुखपृष्ठ');
  });

  it('is translated sentence by sentence, or word by word of a list', () => {
    expect(shown(<p>{'12 reviews. Save for later'}</p>)).toBe('12 reviews. Save for later');
    expect(shown(<p>{'Please wait. Save for later'}</p>)).toBe('कृपया रुकें। बाद के लिए सहेजें');
    expect(shown(<p>{'Save for later, தமிழ்'}</p>)).toBe('बाद के लिए सहेजें, தமிழ்');
    expect(shown(<p>{'Save for later by शालिनी'}</p>)).toBe('बाद के लिए सहेजें, रचनाकार: शालिनी');
  });

  it('keeps the elements of a sentence where the other language puts them', () => {
    const { container } = render(
      <p>
        Read <a href="/terms">the terms</a> first, {'Asha'}.
      </p>,
    );
    expect(container.innerHTML).toBe('<p>Asha, पहले <a href="/terms">शर्तें</a> पढ़ें।</p>');
  });

  it('is translated through the components around it, beside an icon', () => {
    expect(shown(<Button>Save for later</Button>)).toBe('बाद के लिए सहेजें');
    expect(
      shown(
        <Button>
          Chapter {1} of {2}
        </Button>,
      ),
    ).toBe('2 में से अध्याय 1');
    expect(
      shown(
        <>
          <i /> Save for later
        </>,
      ),
    ).toBe(' बाद के लिए सहेजें');
  });

  it.each([
    ['with a language of its own', () => <p lang="en-IN">Save for later</p>, 'Save for later'],
    ['marked as content', () => <p translate="no">Save for later</p>, 'Save for later'],
    ['that lists words of no table', () => <p>Save for later, Salt</p>, 'Save for later, Salt'],
    ['that a reader may have written', () => <p>Found by accident</p>, 'Found by accident'],
    ['without a translation', () => <p>I love reviews</p>, 'I love reviews'],
    ['with letters of an icon font', () => <p>{'\ue000'} Save for later</p>, '\ue000 Save for later'],
  ])('stays as it is %s', (_name, create, text) => {
    expect(shown(create())).toBe(text);
  });

  it('is translated between elements only when all of its parts are', () => {
    const lines = (second: string) => (
      <p>
        Save for later
        <br />
        {second}
      </p>
    );
    expect(shown(lines('Please wait.'))).toBe('बाद के लिए सहेजेंकृपया रुकें।');
    expect(shown(lines('Half a thought'))).toBe('Save for laterHalf a thought');
  });

  it('keeps the state of what is inside a text when a part of the text appears', () => {
    const { rerender } = render(<Form isWrong={false} />);
    const field = screen.getByRole('textbox');
    rerender(<Form isWrong />);
    expect(screen.getByText('Wrong')).toBeTruthy();
    expect(screen.getByRole('textbox')).toBe(field);
  });
});

it('English has no table: texts and props are unchanged', () => {
  setLanguage(null);
  expect(shown(<p title="Remove Home">Save for later</p>)).toBe('Save for later');
  expect(interfaceLocale()).toBe('en-IN');
});
