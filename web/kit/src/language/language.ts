/**
 * The interface language of this tab. The English text of an element is the key of its translation, so components are
 * written in English and English needs nothing; the code and the table of another language load when it is chosen.
 */
export type Language = {
  /** Of dates, numbers and names of languages. */
  readonly locale: string;
  /** The props of a new element with its texts in this language. */
  readonly translateProps: <P extends object>(type: unknown, props: P) => P;
};

let language: Language | null = null;

/** Sets the language of the elements that are created from now on; null is English. */
export const setLanguage = (next: Language | null): void => {
  language = next;
};

/** The locale of dates, numbers and names. @param english the one that English uses here */
export const interfaceLocale = (english = 'en-IN'): string => language?.locale ?? english;

export const inLanguage = <P extends object>(type: unknown, props: P): P =>
  language ? language.translateProps(type, props) : props;

/** A text in the interface language, for a text that is only a part of its element. */
export const textInLanguage = (text: string): string => inLanguage('p', { children: text }).children;
