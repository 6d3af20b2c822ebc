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
  // Zod would try `new Function`, which the policy refuses and the console reports. It reads this object when it loads;
  // its function `config` would load 50 kB before they are needed.
  Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
  // the DOM types do not have it yet
  const { trustedTypes } = globalThis as { trustedTypes?: PolicyFactory };
  trustedTypes?.createPolicy('default', {
    createHTML: (html, _type, sink) => (html === '' || sink === PARSER ? html : null),
  });
};
