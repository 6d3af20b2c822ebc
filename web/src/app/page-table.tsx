import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { type ComponentType, lazy, useState } from 'react';
import { matchPath, Route, useParams } from 'react-router-dom';

type Ask = (client: QueryClient, id: string) => Promise<unknown>;

/** An address and the page that stands there; the page's code is a file of its own. */
export type PageEntry = {
  readonly path: string;
  readonly load: () => Promise<ComponentType>;
  readonly ask: Ask;
  readonly Later: ComponentType;
  /** Once the code is here. */
  Page?: ComponentType;
};

/** @param ask what the page will show, asked while its code is still on its way */
export const pageAt = (path: string, load: PageEntry['load'], ask: Ask = async () => {}): PageEntry => ({
  path,
  load,
  ask,
  Later: lazy(async () => ({ default: await load() })),
});

function Coming({ ask, Later }: PageEntry) {
  const client = useQueryClient();
  const { id = '' } = useParams();
  useState(() => ask(client, id));
  return <Later />;
}

/** The routes of a table, for `<Routes>`. */
export const routesOf = (table: readonly PageEntry[]) =>
  table.map((entry) => (
    <Route
      key={entry.path}
      path={entry.path}
      element={entry.Page ? <entry.Page /> : <Coming key={entry.path} {...entry} />}
    />
  ));

const ANSWERS_MS = 300;

/**
 * Waits for the code of the page at an address, and a moment for what it shows. Done before the first rendering, so that
 * what is seen first is the page: React holds back for 300 ms what had to wait.
 */
export const arriveAt = async (
  table: readonly PageEntry[],
  pathname: string,
  client?: QueryClient,
): Promise<void> => {
  const entry = table.find(({ path }) => matchPath(path, pathname));
  if (!entry) return;
  const asked = client && entry.ask(client, pathname.split('/')[2] ?? '');
  entry.Page = await entry.load();
  await Promise.race([asked, new Promise((resolve) => setTimeout(resolve, ANSWERS_MS))]);
};
