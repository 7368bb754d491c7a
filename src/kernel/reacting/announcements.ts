import type { DomainEvent } from '../writing/events.ts';

/** How one type of event is announced to the webhook endpoints of its organization. */
export interface Announcement<D> {
  /** Wire types in the order of sending; a function where they depend on the event. */
  types: readonly string[] | ((data: D) => readonly string[]);
  /** By the entity of a wire type: its stream, where that is not the event's own. It is shown with this stream's events up to this one. */
  others?: Readonly<Record<string, (data: D) => string>>;
  /** The customer whose state the event changes, if it does: their `customer.state_changed` is sent last. */
  customer?(data: D): string | undefined;
}

/** What a feature's events are announced as; null where they are not. A new type of event does not compile until it is decided here. */
export type Announcements<E extends DomainEvent> = {
  readonly [T in E as Exclude<T['type'], 'ClaimForfeited'>]: Announcement<T['data']> | null;
};

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- declarations of every feature
export type AnyAnnouncements = Readonly<Record<string, Announcement<any> | null>>;
