import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { EditLink } from './edit-calls.ts';

/** `#t=<slug>.<token>`: neither part has a dot. Browsers encode letters of other scripts. */
const linkOf = (hash: string): EditLink | undefined => {
  const [, slug, token] = /^#t=([^.]+)\.([^.]+)$/.exec(hash) ?? [];
  try {
    return slug && token ? { slug: decodeURIComponent(slug), token } : undefined;
  } catch {
    return undefined;
  }
};

/** The private link from the fragment of the address, which is removed from the address at once. */
export const useEditLink = (): EditLink | undefined => {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const [kept, setKept] = useState<EditLink>();
  useEffect(() => {
    if (hash === '') return;
    setKept(linkOf(hash));
    void navigate({ hash: '' }, { replace: true });
  }, [hash, navigate]);
  return linkOf(hash) ?? kept;
};
