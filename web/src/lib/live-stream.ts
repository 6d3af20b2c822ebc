export * from '@satrangi/kit/browser/live-stream';
