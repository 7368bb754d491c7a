import type { Type } from '@nestjs/common';
import type { Owns } from '../kernel/writing/claim.ts';
import type { AnyDueSource } from '../kernel/reacting/due.ts';
import type { EventCatalogue } from '../kernel/writing/events.ts';
import type { AnyProcess } from '../kernel/reacting/process.ts';
import type { AnyProjection } from '../kernel/reading/projection.ts';
import type { OrganizationHold } from './organization-holds.ts';

/** What a feature is made of: its Nest module, and the pure parts that the runners work with. */
export interface Feature {
  module: Type;
  events?: EventCatalogue;
  projections?: readonly AnyProjection[];
  processes?: readonly AnyProcess[];
  dues?: readonly AnyDueSource[];
  /** Per kind of claim that its streams own: whether their events say so. */
  claims?: Readonly<Record<string, Owns>>;
  /** Per category of its streams: the projection whose document is an entity's state, for timelines. */
  states?: Readonly<Record<string, AnyProjection>>;
  /** Providers of its module that keep an organization from being deleted. */
  holds?: readonly Type<OrganizationHold>[];
}
