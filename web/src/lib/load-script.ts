const loading = new Map<string, Promise<void>>();

/** Loads a script once, on demand. @throws Error when loading fails; the next call tries again */
export const loadScript = (src: string): Promise<void> => {
  const pending = loading.get(src);
  if (pending !== undefined) return pending;
  const promise = new Promise<void>((resolve, reject) => {
    const script = document.createElement('script');
    script.src = src;
    script.onload = () => resolve();
    script.onerror = () => {
      loading.delete(src);
      script.remove();
      reject(new Error(`script failed to load: ${src}`));
    };
    document.head.append(script);
  });
  loading.set(src, promise);
  return promise;
};
