export * from '@satrangi/kit/browser/site';
