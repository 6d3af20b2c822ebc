import { defineConfig } from 'vitest/config';
import { mutationPlugin } from './deploy/faults/src/mutations/vite-plugin.ts';

/** The default leaves one core unused: half of a machine with two. */
const ALL_CORES = '100%';

/** Test kinds are file names: see CONTRIBUTING.md. Heavy kinds run one file at a time: two cores are the floor. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          isolate: false,
          environment: 'node',
          maxWorkers: ALL_CORES,
          testTimeout: 30_000,
          include: ['{contracts,gateway,services,deploy}/**/src/**/*.test.ts', 'web/**/*.test.ts'],
          exclude: ['**/node_modules/**', '**/dist/**'],
        },
      },
      {
        plugins: [mutationPlugin()],
        test: {
          name: 'int',
          environment: 'node',
          include: ['{gateway,services,deploy}/**/test/**/*.int.test.ts'],
          exclude: ['**/node_modules/**', '**/dist/**'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          maxWorkers: 2,
        },
      },
      {
        extends: './web/vite.config.ts',
        test: {
          name: 'web',
          environment: 'jsdom',
          maxWorkers: ALL_CORES,
          testTimeout: 30_000,
          root: '.',
          setupFiles: ['web/src/testing/setup.ts'],
          include: ['web/**/*.test.tsx'],
          exclude: ['**/node_modules/**', '**/dist/**'],
        },
      },
      {
        test: {
          name: 'e2e',
          environment: 'node',
          include: ['deploy/e2e/**/*.e2e.test.ts'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
