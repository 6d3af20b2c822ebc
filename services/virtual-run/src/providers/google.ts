import type { LoadSheetsSdk } from '@satrangi/chassis';

/** Loads only the part of Google's SDK for spreadsheets. */
export const sheetsSdk: LoadSheetsSdk = () => import('googleapis/build/src/apis/sheets/index.js');
