export * from '@satrangi/kit/browser/store';
