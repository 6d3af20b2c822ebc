const loading = new Map<string, Promise<void>>();

/** Loads a script once, when somebody asked for what it does. @throws Error when it does not come; the next call tries again */
export const loadScript = (src: string): Promise<void> => {
  const known = loading.get(src);
  if (known !== undefined) return known;
  const promise = new Promise<void>((resolve, reject) => {
    const script = document.createElement('script');
    script.src = src;
    script.onload = () => resolve();
    script.onerror = () => {
      loading.delete(src);
      script.remove();
      reject(new Error('a script did not load'));
    };
    document.head.append(script);
  });
  loading.set(src, promise);
  return promise;
};
