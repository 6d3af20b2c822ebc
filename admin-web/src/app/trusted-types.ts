/** The part of the browser's Trusted Types that is used; browsers without them have no such object. */
type PolicyFactory = {
  readonly createPolicy: (
    name: string,
    rules: { readonly createHTML: (html: string, type: string, sink: string) => string | null },
  ) => unknown;
};

const PARSER = 'DOMParser parseFromString';

/**
 * The only policy that the back office's content security policy allows. Texts are parsed into documents of their own,
 * where nothing runs, and are read by the allow-list of formats; Quill empties its container. Every other string that
 * would become HTML of the page, and every string that would become a script, is refused by the browser.
 */
export const allowInertHtml = (): void => {
  const { trustedTypes } = globalThis as { trustedTypes?: PolicyFactory };
  trustedTypes?.createPolicy('default', {
    createHTML: (html, _type, sink) => (html === '' || sink === PARSER ? html : null),
  });
};
