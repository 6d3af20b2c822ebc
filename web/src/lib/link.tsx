import { waits } from '@satrangi/kit';
import {
  type ComponentProps,
  createContext,
  type MouseEvent,
  type ReactNode,
  use,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { createPath, useLocation, useNavigate } from 'react-router-dom';
import { isPlanned } from './paths.ts';

type Follow = (event: MouseEvent<HTMLAnchorElement>, state: unknown) => void;

/** Where nobody follows links, they are the browser's. */
const Following = createContext<Follow>(() => {});

const isForBrowser = (event: MouseEvent<HTMLAnchorElement>): boolean => {
  const { target } = event.currentTarget;
  return (
    event.defaultPrevented ||
    event.button !== 0 ||
    event.metaKey ||
    event.ctrlKey ||
    event.shiftKey ||
    event.altKey ||
    (target !== '' && target !== '_self')
  );
};

/** Opens the pages that links inside it name, without loading the site anew. */
export function FollowLinks({ children }: { children: ReactNode }) {
  const navigate = useNavigate();
  const here = createPath(useLocation());
  const now = useRef({ navigate, here });
  useLayoutEffect(() => {
    now.current = { navigate, here };
  });
  /** Ends the wait for the page of a link: it is there once the address has changed. */
  const arrived = useRef<() => void>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every new address ends the wait
  useEffect(() => () => arrived.current?.(), [here]);
  // one function for good: no link is drawn anew because the reader went on
  const [follow] = useState(
    (): Follow => (event, state) => {
      if (isForBrowser(event)) return;
      event.preventDefault();
      const { pathname, search, hash } = event.currentTarget;
      const to = `${pathname}${search}${hash}`;
      arrived.current?.();
      arrived.current = to === now.current.here ? undefined : waits.begin();
      void now.current.navigate(to, { state, replace: to === now.current.here });
    },
  );
  return <Following value={follow}>{children}</Following>;
}

/**
 * A link to a page of this site. Addresses here are whole (paths.ts), so it needs nothing of the router: the router's
 * own link asks it some twenty things, a tenth of all code that a first view of the front page ran.
 */
export function Link({
  to,
  state,
  onClick,
  ...rest
}: { to: string; state?: unknown } & Omit<ComponentProps<'a'>, 'href'>) {
  const follow = use(Following);
  return (
    <a
      {...rest}
      href={to}
      data-soon={isPlanned(to) || undefined}
      onClick={(event) => {
        onClick?.(event);
        follow(event, state);
      }}
    />
  );
}
