import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

/** The link of a mail: its action and its token. */
export type LetterLink = { readonly purpose: 'confirm' | 'leave'; readonly token: string };

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
};

const linkOf = (hash: string): LetterLink | null => {
  const [, purpose, token = ''] = /^#(confirm|leave)=(.*)$/.exec(hash) ?? [];
  return purpose === 'confirm' || purpose === 'leave' ? { purpose, token: decoded(token) } : null;
};

/** Reads the link of a mail from the fragment of the address, which is removed from the address at once. */
export const useLetterLink = (): LetterLink | null => {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const [kept, setKept] = useState<LetterLink | null>(null);
  const inAddress = linkOf(hash);
  useEffect(() => {
    const link = linkOf(hash);
    if (!link) return;
    setKept(link);
    void navigate({ hash: '' }, { replace: true });
  }, [hash, navigate]);
  return inAddress ?? kept;
};
