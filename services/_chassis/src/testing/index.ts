export * from './boot-service.ts';
export { findInfra, type Infra, type OwnRedis, startRedis } from './infra.ts';
export { freshSuffix, testMongo } from './mongo.ts';
export { overhear } from './overhear.ts';
export * from './people.ts';
