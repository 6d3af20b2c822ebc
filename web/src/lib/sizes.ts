/** `212 pages, about 5 hours`: at 40 pages an hour, rounded. */
export const readingTime = (pages: number): string => {
  const minutes = (pages / 40) * 60;
  if (minutes < 55) return `about ${Math.max(5, Math.round(minutes / 5) * 5)} minutes`;
  const hours = Math.round(minutes / 60);
  return hours === 1 ? 'about an hour' : `about ${hours} hours`;
};

/** `3.1 MB`, `420 kB`. */
export const bytesText = (bytes: number): string =>
  bytes >= 1e6 ? `${(bytes / 1e6).toFixed(1)} MB` : `${Math.max(1, Math.round(bytes / 1e3))} kB`;
