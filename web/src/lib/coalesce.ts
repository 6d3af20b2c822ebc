export * from '@satrangi/kit/browser/coalesce';
