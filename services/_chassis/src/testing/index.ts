export * from './boot-service.ts';
export { freshSuffix, testMongo } from './mongo.ts';
export * from './people.ts';
