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

type Follow = (event: MouseEvent<HTMLAnchorElement>, state: unknown) => void;

/** Without a provider links are left to the browser. */
const FollowContext = createContext<Follow>(() => {});

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

/** Provides client-side navigation to the links inside it. */
export function FollowLinks({ children }: { children: ReactNode }) {
  const navigate = useNavigate();
  const currentPath = createPath(useLocation());
  const latest = useRef({ navigate, currentPath });
  useLayoutEffect(() => {
    latest.current = { navigate, currentPath };
  });
  /** Ends the wait of the last navigation; called when the address has changed. */
  const endWait = useRef<() => void>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every new address ends the wait
  useEffect(() => () => endWait.current?.(), [currentPath]);
  // a stable function: a navigation does not render links again
  const [follow] = useState(
    (): Follow => (event, state) => {
      if (isForBrowser(event)) return;
      event.preventDefault();
      const { pathname, search, hash } = event.currentTarget;
      const to = `${pathname}${search}${hash}`;
      endWait.current?.();
      endWait.current = to === latest.current.currentPath ? undefined : waits.begin();
      void latest.current.navigate(to, { state, replace: to === latest.current.currentPath });
    },
  );
  return <FollowContext value={follow}>{children}</FollowContext>;
}

/**
 * A link to a page of this site. Paths are absolute (paths.ts), so it needs no route matching: the router's own link
 * subscribes to about twenty values, a tenth of the code run by the first view of the home page.
 */
export function Link({
  to,
  state,
  onClick,
  ...rest
}: { to: string; state?: unknown } & Omit<ComponentProps<'a'>, 'href'>) {
  const follow = use(FollowContext);
  return (
    <a
      {...rest}
      href={to}
      onClick={(event) => {
        onClick?.(event);
        follow(event, state);
      }}
    />
  );
}
