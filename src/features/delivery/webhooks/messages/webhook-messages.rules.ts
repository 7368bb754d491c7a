import { webhookIdOf, type ReplayEvent, type SchedulingEvent } from '../webhook.events.ts';

export interface ScheduledMessage {
  endpointId: string;
  wireType: string;
  /** Its place among the messages of the event. */
  index: number;
}

const known = new WeakMap<SchedulingEvent['data'], ReadonlyMap<string, ScheduledMessage>>();

/** By id. A projection asks once for each message, so what was derived from an event is kept as long as the event is. */
export function messagesOf(scheduled: SchedulingEvent['data']): ReadonlyMap<string, ScheduledMessage> {
  let messages = known.get(scheduled);
  if (!messages) known.set(scheduled, (messages = derived(scheduled)));
  return messages;
}

function derived({ eventId, messages }: SchedulingEvent['data']): ReadonlyMap<string, ScheduledMessage> {
  const each = messages.flatMap(({ wireType, endpointIds }) =>
    endpointIds.map((endpointId) => ({ wireType, endpointId })),
  );
  return new Map(
    each.map((message, index) => [webhookIdOf(eventId, message.wireType, message.endpointId), { ...message, index }]),
  );
}

export type Replayed = Extract<ReplayEvent, { type: 'WebhooksReplayed' }>['data'];

/** A message of a replay, and its place among those of the event. */
export type ReplayedMessage = Replayed['replayed'][number] & { index: number };

const knownReplayed = new WeakMap<Replayed, ReadonlyMap<string, ReplayedMessage>>();

/** By id, kept like `messagesOf`. */
export function replayedMessagesOf(data: Replayed): ReadonlyMap<string, ReplayedMessage> {
  const { endpointId, replayed } = data;
  const idOf = ({ eventId, wireType }: Replayed['replayed'][number]) => webhookIdOf(eventId, wireType, endpointId);
  let messages = knownReplayed.get(data);
  if (!messages)
    knownReplayed.set(data, (messages = new Map(replayed.map((one, index) => [idOf(one), { ...one, index }]))));
  return messages;
}

/** How many of an event's messages go to an endpoint. */
export function messagesTo({ messages }: SchedulingEvent['data'], endpointId: string): number {
  return messages.filter(({ endpointIds }) => endpointIds.includes(endpointId)).length;
}
