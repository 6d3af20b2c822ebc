import type { MediaKind } from './media.ts';

/** The name of several items of a kind for people: `Short films`, from the name in endpoints. */
export const labelOfMany = ({ label, many }: MediaKind): string =>
  label === 'eBook' ? `${label}s` : many.replaceAll(/\B[A-Z]/g, (start) => ` ${start.toLowerCase()}`);
