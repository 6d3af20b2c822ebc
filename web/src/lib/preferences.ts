export * from '@satrangi/kit/browser/preferences';
