/**
 * Component-test files of a worker share its window and its packages (`isolate: false` in vitest.config.ts). A file may
 * change what it needs: `watchWindow` notes the window before the file and restores it afterwards, so that each file
 * starts like the first one.
 */

type Restore = () => void;

/** Keys of globals that a package adds when it is loaded, once for all files. */
const ofPackages = (key: string | symbol): boolean => typeof key === 'symbol' || key.startsWith('_');

const isSame = (a: PropertyDescriptor | undefined, b: PropertyDescriptor | undefined): boolean =>
  Object.is(a?.value, b?.value) && a?.get === b?.get && a?.set === b?.set;

/** Restores the own properties of an object. @param isKept whether an added property stays */
const watchProperties = (
  target: object,
  isKept: (key: string | symbol) => boolean = () => false,
): Restore => {
  const before = new Map(
    Reflect.ownKeys(target).map((key) => [key, Reflect.getOwnPropertyDescriptor(target, key)] as const),
  );
  return () => {
    for (const key of Reflect.ownKeys(target))
      if (!before.has(key) && !isKept(key)) Reflect.deleteProperty(target, key);
    for (const [key, descriptor] of before)
      if (descriptor && !isSame(descriptor, Reflect.getOwnPropertyDescriptor(target, key)))
        Reflect.defineProperty(target, key, descriptor);
  };
};

/** Vitest defines the globals of the window as accessors, whose values change by assignment. */
const watchAssignments = (): Restore => {
  const names = Object.getOwnPropertyNames(globalThis).filter(
    (name) => name !== 'event' && Reflect.getOwnPropertyDescriptor(globalThis, name)?.set,
  );
  const before = names.map((name) => [name, Reflect.get(globalThis, name)] as const);
  return () => {
    for (const [name, value] of before)
      if (!Object.is(Reflect.get(globalThis, name), value)) Reflect.set(globalThis, name, value);
  };
};

/** The prototypes that a test may complete: jsdom has no layout and plays no media. */
const prototypes = (): object[] =>
  Object.getOwnPropertyNames(globalThis)
    .filter((name) =>
      /^(HTML\w*Element|SVGElement|Element|Node|Range|Document|Storage|Navigator)$/.test(name),
    )
    .flatMap((name) => {
      const found: unknown = Reflect.get(globalThis, name);
      return typeof found === 'function' && found.prototype ? [found.prototype] : [];
    });

/**
 * Whether the code that called our caller is of a package. Packages are loaded once for all files: what they started for
 * themselves stays.
 */
const isCalledByPackage = (): boolean => {
  const { prepareStackTrace, stackTraceLimit } = Error;
  Error.stackTraceLimit = 3;
  Error.prepareStackTrace = (_error, frames) => frames[2]?.getFileName() ?? '';
  const caller = String(new Error('stack').stack);
  Object.assign(Error, { prepareStackTrace, stackTraceLimit });
  return caller.includes('/node_modules/');
};

/** Removes the listeners that modules of the file added to the window and the document. */
const watchListeners = (): Restore => {
  const removals: Restore[] = [];
  const targets: EventTarget[] = [window, document];
  for (const target of targets) {
    const { addEventListener } = target;
    const value = (...args: Parameters<EventTarget['addEventListener']>): void => {
      if (!isCalledByPackage()) removals.push(() => target.removeEventListener(...args));
      addEventListener.apply(target, args);
    };
    Object.defineProperty(target, 'addEventListener', { value, configurable: true, writable: true });
  }
  return () => {
    for (const remove of removals) remove();
  };
};

/** Stops the timers that modules of the file started. */
const watchTimers = (): Restore => {
  const timers: NodeJS.Timeout[] = [];
  for (const name of ['setTimeout', 'setInterval']) {
    const start: (...args: unknown[]) => NodeJS.Timeout = Reflect.get(globalThis, name);
    const noted = (...args: unknown[]): NodeJS.Timeout => {
      const timer = start(...args);
      if (!isCalledByPackage()) timers.push(timer);
      return timer;
    };
    Reflect.set(globalThis, name, Object.assign(noted, start));
  }
  return () => {
    for (const timer of timers) clearTimeout(timer);
  };
};

/** Empties what a window keeps: the page, the address, the storages, cookies, focus and selection. */
const watchPage = (): Restore => {
  const { href } = location;
  const root = document.documentElement;
  const attributes = [...root.attributes].map(({ name, value }) => [name, value] as const);
  return () => {
    getSelection()?.removeAllRanges();
    document.head.replaceChildren();
    document.body.replaceChildren();
    for (const element of [document.body, root])
      for (const { name } of [...element.attributes]) element.removeAttribute(name);
    for (const [name, value] of attributes) root.setAttribute(name, value);
    localStorage.clear();
    sessionStorage.clear();
    for (const cookie of document.cookie.split(';')) {
      const [name = ''] = cookie.split('=');
      // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store
      document.cookie = `${name.trim()}=; Max-Age=0; Path=/`;
    }
    performance.clearMarks();
    performance.clearMeasures();
    history.replaceState(null, '', href);
  };
};

/** Notes the window. @returns a function that restores it */
export const watchWindow = (): Restore => {
  // in the reverse order: the last two replace globals, which the first ones restore
  const restores = [
    watchPage(),
    watchAssignments(),
    watchProperties(globalThis, ofPackages),
    ...[document, navigator, history, URL].map((target) => watchProperties(target, ofPackages)),
    ...prototypes().map((target) => watchProperties(target)),
    watchListeners(),
    watchTimers(),
  ];
  return () => {
    for (const restore of restores.toReversed()) restore();
  };
};
