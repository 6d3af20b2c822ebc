import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { brotliPlugin } from './brotli-plugin.ts';
import { earlyPlugin } from './early-plugin.ts';
import { pdfjsPlugin } from './pdfjs-plugin.ts';
import { routesPlugin } from './routes-plugin.ts';

const { API_URL = 'http://127.0.0.1:4000' } = process.env;

/** The router's package names only its development files, which carry every warning. */
const quiet = (name: string): string =>
  fileURLToPath(import.meta.resolve(name)).replace('/development/', '/production/');

/** Components of the router that nobody uses leave the file: it gives them names, and does not say that making one does nothing. */
const unusedRouter: Plugin = {
  name: 'unused-router',
  transform: {
    filter: { id: /\/react-router\/dist\/production\// },
    handler: (code) => ({
      code: code
        .replace(/^\w+\.displayName = "[^"]*";$/gm, '')
        .replace(/= (React\d*\.forwardRef\()/g, '= /* @__PURE__ */ $1'),
      map: null,
    }),
  },
};

/** Files of every page. */
const named = /^assets\/(base|shop|rolldown-runtime|index)-/;

/**
 * Most of what runs when somebody arrives. A browser that knows the comment at the top of these files compiles them whole
 * beside the page while they are on their way; else it reads each function twice, the second time while the reader waits.
 */
const arriving = /^(base|shop|books|shelf|index|home-|ebook|title-missing|sample-stage|dialog|footer)/;

/** Fonts and workers stay files: the content security policy allows no data: addresses. */
export default defineConfig({
  root: import.meta.dirname,
  resolve: {
    alias: [
      { find: /^react-router$/, replacement: quiet('react-router') },
      { find: /^react-router\/dom$/, replacement: quiet('react-router/dom') },
    ],
  },
  plugins: [react(), unusedRouter, routesPlugin(), pdfjsPlugin(), earlyPlugin(), brotliPlugin()],
  build: {
    assetsInlineLimit: 0,
    manifest: true,
    target: 'es2022',
    modulePreload: {
      polyfill: false,
      // What index.html names is there already; code need not name it again.
      resolveDependencies: (_file, names, { hostType }) =>
        hostType === 'js' ? names.filter((name) => !named.test(name)) : names,
    },
    rolldownOptions: {
      output: {
        postBanner: ({ name }) => (arriving.test(name) ? '//# allFunctionsCalledOnLoad' : ''),
        // What every page needs is one file: it compresses better, and stays cached when only the shop changes.
        codeSplitting: {
          groups: [
            {
              name: 'base',
              // Lists that grow, and writes, come with the pages that have them.
              test: /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|@tanstack)\/(?!.*(InfiniteQuery|infiniteQueryObserver|[mM]utationObserver|useMutation|queriesObserver|streamedQuery|hydration))/,
            },
            // Small things most pages share, and what shows books: two files instead of twenty.
            {
              name: 'shop',
              test: /(contracts\/src\/(money|media)|kit\/src\/(button|classes|error-note|hash|icon\.|icons-notes|icons-shell|logo|price|script|skeleton|toast)|web\/src\/lib\/(page-|link|section|text|exit-button|queries|catalog-queries|paths|session|store|site|preferences|quick-exit))/,
            },
            { name: 'field', test: /kit\/src\/(field|failure)/ },
            { name: 'accounts', test: /contracts\/src\/accounts/ },
            // Small parts of the forms of an account: eight files would weigh a kilobyte more.
            {
              name: 'account',
              test: /web\/src\/features\/account\/(account(-frame|\.module)|identifier|new-password|password-field|strength\.tsx|sign-in|use-entry|entry-page)/,
            },
            { name: 'paying', test: /web\/src\/features\/buy\/(settle|paid-note)/ },
            { name: 'prices', test: /web\/src\/lib\/(price|visitor-country)/ },
            { name: 'cards', test: /web\/src\/lib\/card-/ },
            {
              name: 'books',
              test: /(kit\/src\/(cover|icons-controls)|web\/src\/lib\/(book-card|language-name|use-after-paint))/,
            },
            { name: 'kinds', test: /web\/src\/lib\/(kinds|files)/ },
            { name: 'shelf', test: /(kit\/src\/(spine|shelf|near)|web\/src\/features\/front\/shelf-order)/ },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': API_URL, '/updates': API_URL } },
  preview: { proxy: { '/api': API_URL, '/updates': API_URL } },
});
