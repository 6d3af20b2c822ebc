import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

/** The router's package exports only its development build, which contains all warnings. */
const production = (name: string): string =>
  fileURLToPath(import.meta.resolve(name)).replace('/development/', '/production/');

/**
 * Resolves the router's production build, and makes unused parts of it tree-shakeable, above all the components of its framework mode: removes `displayName`,
 * marks calls as pure, and wraps classes, whose `extends` counts as a side effect. Warnings to developers, which cost every visitor half a kilobyte, count as pure too.
 */
export const routerPlugin = (): Plugin => ({
  name: 'tree-shake-router',
  config: () => ({
    resolve: {
      alias: [
        { find: /^react-router$/, replacement: production('react-router') },
        { find: /^react-router\/dom$/, replacement: production('react-router/dom') },
      ],
    },
  }),
  transform: {
    filter: { id: /\/react-router\/dist\/production\// },
    handler: (code) => ({
      code: code
        .replace(/^\w+\.displayName = "[^"]*";$/gm, '')
        .replace(
          /= (React\d*\.(?:forwardRef|memo|createContext)\(|new (?:Set|URL)\()/g,
          '= /* @__PURE__ */ $1',
        )
        .replace(/^( +)(warning(?:Once)?\()/gm, '$1/* @__PURE__ */ $2')
        .replace(
          /^var (\w+) = class (extends React\d*\.Component \{\n[\s\S]*?^\});$/gm,
          'var $1 = /* @__PURE__ */ (() => class $2)();',
        ),
      map: null,
    }),
  },
});
