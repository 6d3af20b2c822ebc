export * from '@satrangi/kit/browser/session';
