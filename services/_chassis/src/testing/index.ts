export * from './boot-service.ts';
export { childEnvironment } from './child-environment.ts';
export * from './collector.ts';
export * from './image-files.ts';
export { findInfra, freePort, type Infra, type OwnRedis, startRedis } from './infra.ts';
export { freshSuffix, testMongo } from './mongo.ts';
export { recordQueries } from './record-queries.ts';
export { apiErrorOf, outcomeOf, refusalOf } from './refusals.ts';
export * from './test-users.ts';
