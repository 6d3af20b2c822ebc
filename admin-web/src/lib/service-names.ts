/** The services whose operations are shown. The names of the contracts come with schemas, which pages do not load. */
export const serviceNames = [
  'identity',
  'catalog',
  'library',
  'payments',
  'cms',
  'publishing',
  'concierge',
  'analytics-usage',
  'virtual-run',
] as const;
export type ServiceName = (typeof serviceNames)[number];
