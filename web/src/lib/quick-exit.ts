export * from '@satrangi/kit/browser/quick-exit';
