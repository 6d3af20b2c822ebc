/** The captions to begin with, of those that are there: in a language of the reader, else the first. */
export const captionLanguageOf = (languages: readonly string[]): string | undefined =>
  languages.find((each) =>
    (navigator.languages ?? []).some((own) => own.split('-')[0] === each.split('-')[0]),
  ) ?? languages[0];
