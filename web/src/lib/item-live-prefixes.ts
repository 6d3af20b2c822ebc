import { mediaTypes } from '@satrangi/contracts/pure';

/** Prefixes of the types of live messages about an item of any kind, without those about its ratings. */
export const itemLivePrefixes = mediaTypes.map(({ joined }) => `${joined}-`);
