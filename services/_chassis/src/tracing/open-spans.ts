import type { Logger } from '../base/log.ts';
import type { Spans } from './spans.ts';

/** The standard variables of OpenTelemetry that the platform reads. */
export type TracingSettings = {
  /** Base URL of a collector (OTLP over HTTP); spans go to `/v1/traces` below it. */
  readonly OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
};

/**
 * Opens the export of spans. The packages of OpenTelemetry load only when a collector is set.
 * @param service the part of the platform, `service.name` of its spans
 * @returns null without a collector
 */
export const openSpans = async (
  { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }: TracingSettings,
  service: string,
  log: Logger,
): Promise<Spans | null> => {
  if (!endpoint) return null;
  const { exportSpans } = await import('./export-spans.ts');
  return exportSpans(endpoint, service, log);
};
