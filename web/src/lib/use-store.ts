export * from '@satrangi/kit/browser/use-store';
