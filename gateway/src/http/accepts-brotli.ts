/**
 * Whether the client accepts Brotli: named, and not with weight 0 (RFC 9110, 12.5.3). A `*` does not count, because
 * many clients that list no coding by name cannot decode Brotli.
 */
export const acceptsBrotli = (acceptEncoding: string | string[] | undefined): boolean => {
  for (const coding of String(acceptEncoding ?? '').split(',')) {
    const [name = '', ...parameters] = coding.split(';');
    if (name.trim().toLowerCase() === 'br')
      return !parameters.some((parameter) => /^\s*q\s*=\s*0(\.0*)?\s*$/i.test(parameter));
  }
  return false;
};
