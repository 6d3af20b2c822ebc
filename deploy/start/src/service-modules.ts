import type { ServiceDefinition } from '@satrangi/chassis';
import type { ServiceName } from '@satrangi/contracts';

/** The file URL of the module that defines a service. */
export const serviceModule = (name: ServiceName): string =>
  new URL(`../../../services/${name}/src/service.ts`, import.meta.url).href;

const isDefinitionOf = (name: ServiceName, value: unknown): value is ServiceDefinition =>
  typeof value === 'object' && value !== null && 'build' in value && 'name' in value && value.name === name;

/** The definition that the module of a service exports. @throws Error when it exports none of that name */
export const loadService = async (name: ServiceName): Promise<ServiceDefinition> => {
  const module: Record<string, unknown> = await import(serviceModule(name));
  const definition = Object.values(module).find((value) => isDefinitionOf(name, value));
  if (!isDefinitionOf(name, definition))
    throw new Error(`services/${name}/src/service.ts exports no service named ${name}`);
  return definition;
};
