import { adminKey, adminStorage, useAdminStorage } from './admin-storage.ts';

const own = (): string => adminKey('admin-guide', 'hidden');

/** Whether this admin hid the first steps in this browser. Nothing else of the guide is stored. */
export const useGuideHidden = (): boolean => useAdminStorage(own()) !== null;

export const hideGuide = (isHidden: boolean): void => adminStorage.write(own(), isHidden ? '1' : null);
