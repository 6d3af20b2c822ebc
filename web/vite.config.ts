import { pagePaths } from '@satrangi/contracts';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { keptPlugin } from './kept-plugin.ts';
import { brotliPlugin } from './kit/build/brotli-plugin.ts';
import { routerPlugin } from './kit/build/router-plugin.ts';
import { routesPlugin } from './kit/build/routes-plugin.ts';
import { translationsPlugin } from './kit/build/translations-plugin.ts';
import { pdfjsPlugin } from './pdfjs-plugin.ts';
import { prefetchPlugin } from './prefetch-plugin.ts';

const { API_URL = 'http://127.0.0.1:4000' } = process.env;
/** The dev server of the back office. */
const ADMIN_URL = 'http://127.0.0.1:5174';

/** Chunks that index.html names. */
const namedByHtml = /^assets\/(base|shop|rolldown-runtime|index)-/;

/**
 * Chunks of the first view. They get the explicit compile hint `allFunctionsCalledOnLoad`: a browser that supports it
 * compiles them on a background thread while they load, instead of compiling each function lazily on first call.
 */
const firstView = /^(base|shop|books|shelf|index|home-|ebook|title-missing|sample-stage|dialog|footer)/;

/** Fonts and workers stay files: the content security policy forbids data: URLs. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react({ jsxImportSource: '@satrangi/kit/language' }),
    routerPlugin(),
    routesPlugin(),
    translationsPlugin(),
    pdfjsPlugin(),
    prefetchPlugin(),
    keptPlugin(),
    brotliPlugin(),
  ],
  build: {
    assetsInlineLimit: 0,
    manifest: true,
    target: 'es2022',
    modulePreload: {
      polyfill: false,
      // index.html already preloads these chunks.
      resolveDependencies: (_file, names, { hostType }) =>
        hostType === 'js' ? names.filter((name) => !namedByHtml.test(name)) : names,
    },
    rolldownOptions: {
      output: {
        // Each page has the names of all chunks: a letter less of each (the least that the bundler allows) is 300 bytes.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        postBanner: ({ name }) => (firstView.test(name) ? '//# allFunctionsCalledOnLoad' : ''),
        // Libraries of every page in one chunk: it compresses better and stays cached across releases.
        codeSplitting: {
          groups: [
            {
              name: 'base',
              // Infinite queries and mutations load with the pages that use them.
              test: /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|@tanstack)\/(?!.*(InfiniteQuery|infiniteQueryObserver|[mM]utationObserver|useMutation|queriesObserver|streamedQuery|hydration))/,
            },
            // Small modules that most pages share: two chunks instead of twenty.
            {
              name: 'shop',
              test: /(contracts\/src\/(money|media(?!-))|kit\/src\/(button|classes|error-note|hash|icon\.|icons-notes|icons-shell|logo|price|script|skeleton|toast)|kit\/src\/(language\/(language|jsx)|browser\/(session|store|site|preferences|quick-exit))|web\/src\/lib\/(interface-language|page-|link|section|text|track|exit-button|query-client|catalog-queries|paths|now-playing))/,
            },
            { name: 'live', test: /(contracts\/src\/(live|section-keys)|web\/src\/lib\/use-live-reload)/ },
            { name: 'field', test: /kit\/src\/(field|failure|checkbox)/ },
            { name: 'accounts', test: /contracts\/src\/accounts/ },
            // Small modules of the account forms: as eight chunks they would be a kilobyte larger.
            {
              name: 'account',
              test: /web\/src\/features\/account\/(account(-frame|\.module)|identifier|new-password|password-field|password-rule|sign-in|use-auth-page|auth-page)/,
            },
            {
              name: 'kinds',
              test: /(contracts\/src\/media-labels|web\/src\/lib\/(kinds|media-files|sizes|item-live))/,
            },
            { name: 'paying', test: /web\/src\/features\/checkout\/(await-access|undelivered-order)/ },
            // What a payment form calls.
            {
              name: 'payments',
              test: /web\/src\/lib\/payments\/(payments-queries|idempotency-keys|statement-note)/,
            },
            { name: 'icons-privacy', test: /kit\/src\/icons-privacy/ },
            { name: 'prices', test: /web\/src\/lib\/(price|visitor-country)/ },
            {
              name: 'sharing',
              test: /(contracts\/src\/share-links|web\/src\/lib\/(copy-links|share-run-page))/,
            },
            {
              name: 'run',
              test: /(contracts\/src\/virtual-run-texts|web\/src\/lib\/(run-dates|activities))/,
            },
            { name: 'prose', test: /(kit\/src\/prose|web\/src\/lib\/(dates|user-text))/ },
            // What pages of people, series and collections share.
            {
              name: 'people',
              test: /web\/src\/(features\/people\/(about|name-states)|lib\/kind-counts|pages\/person-page\.module)/,
            },
            { name: 'cards', test: /web\/src\/lib\/card-/ },
            {
              name: 'books',
              test: /(kit\/src\/(cover|icons-controls|near)|web\/src\/lib\/(book-|language-name|use-after-paint))/,
            },
            // Read with each position.
            { name: 'kept', test: /web\/src\/lib\/kept\/kept-progress/ },
            // Positions of reading and playback, and small modules of recordings.
            {
              name: 'places',
              test: /web\/src\/lib\/(find-progress|progress-key|playback-position|reading-position|resume-position|times|wave-bars|opening-sentences)/,
            },
            // What the players and the reader call, not the pages before them.
            { name: 'saving', test: /web\/src\/lib\/(save-progress|unresolved-progress|open-position)/ },
            { name: 'shelf', test: /(kit\/src\/(spine|shelf)|web\/src\/features\/home\/shelf-order)/ },
            // Small modules of the three players.
            { name: 'players', test: /web\/src\/lib\/(speed-|chapters)/ },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': API_URL, '/updates': API_URL, [pagePaths.admin]: ADMIN_URL } },
  preview: { proxy: { '/api': API_URL, '/updates': API_URL } },
});
