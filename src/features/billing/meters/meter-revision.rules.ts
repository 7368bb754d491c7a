import type { MeterEvent } from './meter.events.ts';

/** Whether an event defines what the meter measures: each time, that is another revision. */
export function isDefinition({ type, data }: MeterEvent): boolean {
  return type === 'MeterCreated' || (type === 'MeterUpdated' && (data.filter ?? data.aggregation) !== undefined);
}

/** The revision of a meter after an event. */
export function revisionAfter(event: MeterEvent, { revision }: { revision: number }): number {
  return isDefinition(event) ? revision + 1 : revision;
}
