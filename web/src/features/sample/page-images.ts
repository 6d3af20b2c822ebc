const KEPT = 8;

/** Page images by number: each is asked for once, the oldest are let go so that a phone keeps its memory. */
export type PageImages = { readonly load: (page: number) => Promise<HTMLImageElement> };

const fetchImage = (address: string): Promise<HTMLImageElement> =>
  new Promise((resolve, reject) => {
    const image = new Image();
    image.onload = () => resolve(image);
    image.onerror = () => reject(new Error(`no page at ${address}`));
    image.src = address;
  });

export const createPageImages = (addressOf: (page: number) => string): PageImages => {
  const images = new Map<number, Promise<HTMLImageElement>>();
  return {
    load: (page) => {
      const known = images.get(page);
      images.delete(page);
      const image = known ?? fetchImage(addressOf(page));
      images.set(page, image);
      image.catch(() => images.delete(page));
      const [oldest] = images.keys();
      if (images.size > KEPT && oldest !== undefined) images.delete(oldest);
      return image;
    },
  };
};
