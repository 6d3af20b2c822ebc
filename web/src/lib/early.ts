declare global {
  /** What a page asks first, by its address: asked by a script of its own (early-plugin.ts) while code is on its way. */
  var early: Map<string, Promise<Response | undefined>> | undefined;
}

/** The answer to a question that was asked early, for whoever asks it first. */
export const takeEarly = (url: string): Promise<Response | undefined> | undefined => {
  const answer = globalThis.early?.get(url);
  globalThis.early?.delete(url);
  return answer;
};
