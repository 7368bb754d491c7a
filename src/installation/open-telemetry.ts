import type { Config } from '../config.ts';
import type { Log } from '../kernel/ports/log.ts';
import { noTelemetry, type Telemetry } from '../kernel/ports/telemetry.ts';

/** A port as it is used: measured, or itself. */
export type Measured = <P>(port: P, measure: (port: P, telemetry: Telemetry) => P) => P;

export interface OpenedTelemetry {
  telemetry: Telemetry;
  measured: Measured;
  close(): Promise<void>;
}

/** Where no collector is configured, no SDK is loaded, and no port is wrapped. */
export async function openTelemetry({ telemetry: to, role }: Config, log: Log): Promise<OpenedTelemetry> {
  if (!to) return { telemetry: noTelemetry, measured: (port) => port, close: () => Promise.resolve() };
  const { OpenTelemetry } = await import('../adapters/opentelemetry/opentelemetry.ts');
  const telemetry = new OpenTelemetry({ ...to, role }, log);
  return { telemetry, measured: (port, measure) => measure(port, telemetry), close: () => telemetry.close() };
}
