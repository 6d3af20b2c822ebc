import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

const valueIn = (hash: string, key: string): string | undefined => {
  if (!hash.startsWith(`#${key}=`)) return undefined;
  try {
    return decodeURIComponent(hash.slice(key.length + 2)) || undefined;
  } catch {
    return undefined;
  }
};

/** The value of `#key=value` in the address. The fragment is removed from the address at once. */
export const useFragment = (key: string): string | undefined => {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const [kept, setKept] = useState<string>();
  useEffect(() => {
    if (hash === '') return;
    setKept(valueIn(hash, key));
    void navigate({ hash: '' }, { replace: true });
  }, [hash, key, navigate]);
  return valueIn(hash, key) ?? kept;
};
