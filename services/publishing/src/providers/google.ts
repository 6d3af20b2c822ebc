import type { LoadDriveSdk } from '@satrangi/chassis';

/** Loads only the part of Google's SDK for Drive. */
export const driveSdk: LoadDriveSdk = () => import('googleapis/build/src/apis/drive/index.js');
