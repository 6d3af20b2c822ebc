import { decoded } from '../../lib/decoded.ts';

/** Every address of a run page ends with thirteen random letters and digits. */
const SLUG = /^(?:[^/?#\s]*-)?[a-z2-9]{13}$/;

/** The slug of a run page in what somebody pasted: its address, with or without a host, or the slug alone. */
export const slugOf = (pasted: string): string | undefined => {
  const [address = ''] = pasted.trim().split(/[?#]/);
  const slug = decoded(address.replace(/\/+$/, '').split('/').at(-1) ?? '');
  return SLUG.test(slug) ? slug : undefined;
};
