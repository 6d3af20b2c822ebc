import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { type ComponentType, lazy, useState } from 'react';
import { matchPath, Route, useParams } from 'react-router-dom';
import { decoded } from '../lib/decoded.ts';

type Prefetch = (client: QueryClient, id: string) => Promise<unknown>;

/** A path and its page; the page's code is a chunk of its own. */
export type PageEntry = {
  readonly path: string;
  /** @param client for the data of nested routes, on the first load */
  readonly load: (client?: QueryClient) => Promise<ComponentType>;
  readonly prefetch: Prefetch;
  readonly Lazy: ComponentType;
  /** Set once the code is loaded. */
  Page?: ComponentType;
};

/** @param prefetch requests the page's data while its code is loading */
export const pageAt = (
  path: string,
  load: PageEntry['load'],
  prefetch: Prefetch = async () => {},
): PageEntry => ({
  path,
  load,
  prefetch,
  Lazy: lazy(async () => ({ default: await load() })),
});

function LazyPage({ prefetch, Lazy }: PageEntry) {
  const client = useQueryClient();
  const { id = '' } = useParams();
  useState(() => prefetch(client, id));
  return <Lazy />;
}

/** The routes of a table, for `<Routes>`. */
export const routesOf = (table: readonly PageEntry[]) =>
  table.map((entry) => (
    <Route
      key={entry.path}
      path={entry.path}
      element={entry.Page ? <entry.Page /> : <LazyPage key={entry.path} {...entry} />}
    />
  ));

const DATA_WAIT_MS = 300;

/**
 * Loads the code of the page at a path and waits a moment for its data. Done before the first render, so that the
 * first paint is the page: React delays suspended content by 300 ms.
 */
export const preloadRoute = async (
  table: readonly PageEntry[],
  pathname: string,
  client?: QueryClient,
): Promise<void> => {
  const entry = table.find(({ path }) => matchPath(path, pathname));
  if (!entry) return;
  const id = matchPath(entry.path, pathname)?.params.id ?? '';
  const prefetched = client && entry.prefetch(client, decoded(id));
  entry.Page = await entry.load(client);
  await Promise.race([prefetched, new Promise((resolve) => setTimeout(resolve, DATA_WAIT_MS))]);
};
