declare global {
  /** First requests of a page by URL, sent by an inline script (prefetch-plugin.ts) while the code loads. */
  var prefetched: Map<string, Promise<Response | undefined>> | undefined;
}

/** Takes a prefetched response. Each one is returned only once. */
export const takePrefetched = (url: string): Promise<Response | undefined> | undefined => {
  const response = globalThis.prefetched?.get(url);
  globalThis.prefetched?.delete(url);
  return response;
};
