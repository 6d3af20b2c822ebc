/** A part of an address as it was before it was encoded; as it is when that is not possible. */
export const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};
