// Printed by `npm run docs` from deploy/start/src/store-users.ts. Runs once, in an empty data folder.
db.getSiblingDB('satrangi_identity').createUser({
  user: 'identity',
  pwd: process.env.IDENTITY_PASSWORD,
  roles: [{ role: 'readWrite', db: 'satrangi_identity' }],
});
db.getSiblingDB('satrangi_catalog').createUser({
  user: 'catalog',
  pwd: process.env.CATALOG_PASSWORD,
  roles: [{ role: 'readWrite', db: 'satrangi_catalog' }],
});
db.getSiblingDB('satrangi_library').createUser({
  user: 'library',
  pwd: process.env.LIBRARY_PASSWORD,
  roles: [{ role: 'readWrite', db: 'satrangi_library' }],
});
db.getSiblingDB('satrangi_payments').createUser({
  user: 'payments',
  pwd: process.env.PAYMENTS_PASSWORD,
  roles: [{ role: 'readWrite', db: 'satrangi_payments' }],
});
db.getSiblingDB('satrangi_cms').createUser({
  user: 'cms',
  pwd: process.env.CMS_PASSWORD,
  roles: [{ role: 'readWrite', db: 'satrangi_cms' }],
});
db.getSiblingDB('satrangi_publishing').createUser({
  user: 'publishing',
  pwd: process.env.PUBLISHING_PASSWORD,
  roles: [{ role: 'readWrite', db: 'satrangi_publishing' }],
});
db.getSiblingDB('satrangi_concierge').createUser({
  user: 'concierge',
  pwd: process.env.CONCIERGE_PASSWORD,
  roles: [{ role: 'readWrite', db: 'satrangi_concierge' }],
});
db.getSiblingDB('satrangi_analytics_usage').createUser({
  user: 'analytics-usage',
  pwd: process.env.ANALYTICS_USAGE_PASSWORD,
  roles: [{ role: 'readWrite', db: 'satrangi_analytics_usage' }],
});
db.getSiblingDB('satrangi_virtual_run').createUser({
  user: 'virtual-run',
  pwd: process.env.VIRTUAL_RUN_PASSWORD,
  roles: [{ role: 'readWrite', db: 'satrangi_virtual_run' }],
});
