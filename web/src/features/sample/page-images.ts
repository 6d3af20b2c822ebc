const MAX_IMAGES = 8;

/** Page images by number: an LRU cache, small enough for a phone's memory. */
export type PageImages = { readonly load: (page: number) => Promise<HTMLImageElement> };

const fetchImage = (url: string): Promise<HTMLImageElement> =>
  new Promise((resolve, reject) => {
    const image = new Image();
    image.onload = () => resolve(image);
    image.onerror = () => reject(new Error(`page image failed to load: ${url}`));
    image.src = url;
  });

export const createPageImages = (urlOf: (page: number) => string): PageImages => {
  const images = new Map<number, Promise<HTMLImageElement>>();
  return {
    load: (page) => {
      const cached = images.get(page);
      images.delete(page);
      const image = cached ?? fetchImage(urlOf(page));
      images.set(page, image);
      image.catch(() => images.delete(page));
      const [oldest] = images.keys();
      if (images.size > MAX_IMAGES && oldest !== undefined) images.delete(oldest);
      return image;
    },
  };
};
