import { afterAll, beforeAll } from 'vitest';

/**
 * A fixture of this file or suite: opened before its tests and closed after them. Its fields have values in the
 * `beforeAll` of the caller and in tests. In its own entry, because Vitest cannot be loaded outside a test.
 */
export const useFixture = <T extends AsyncDisposable>(open: () => Promise<T>): T => {
  const fixture: Partial<T> = {};
  beforeAll(async () => {
    Object.assign(fixture, await open());
  });
  afterAll(() => fixture[Symbol.asyncDispose]?.());
  return fixture as T;
};
