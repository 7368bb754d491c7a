import { command, type IntentOf } from '../../src/kernel/writing/command.ts';
import type { Decider } from '../../src/kernel/writing/decider.ts';
import { event, type EventsOf } from '../../src/kernel/writing/events.ts';

export const parcelEvents = { ParcelSent: event<{ parcelId: string }>() };
export type ParcelEvent = EventsOf<typeof parcelEvents>;
export class Send extends command('Send')<{ parcelId: string }> {}

/** Records every parcel that is sent, also one that was sent before. */
export const verbatim: Decider<IntentOf<Send>, null, ParcelEvent> = {
  category: 'parcel',
  initial: null,
  decide: ({ data }) => [{ type: 'ParcelSent', data }],
  evolve: () => null,
};

/** How many parcels were sent. */
export interface Parcels {
  id: string;
  sent: number;
}
