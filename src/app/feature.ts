import type { Provider, Type } from '@nestjs/common';
import type { Owns } from '../kernel/writing/claim.ts';
import type { AnyAnnouncements } from '../kernel/reacting/announcements.ts';
import type { AnyDueSource } from '../kernel/reacting/due.ts';
import type { AnyDecider } from '../kernel/writing/decider.ts';
import type { EventCatalogue } from '../kernel/writing/events.ts';
import type { AnyMailTemplate } from '../kernel/reacting/mails.ts';
import type { AnyProcess } from '../kernel/reacting/process.ts';
import type { AnyLedgerFacts } from '../kernel/reading/entry-facts.ts';
import type { AnyProjection } from '../kernel/reading/projection.ts';
import type { Scope } from './http/callers/scopes.ts';

/** What a feature's events look like to webhook endpoints. */
export interface FeatureWebhooks {
  announcements: AnyAnnouncements;
  /** Per entity, `order` of the wire type `order.paid`: the provider that presents its documents, as the API does. */
  presenters: Readonly<Record<string, Type<{ present(document: never): unknown }>>>;
  /** The provider that presents the state of a customer; one feature has it. */
  customerState?: Type<{ present(customerId: string): unknown }>;
}

/** How the ledger names entities of one kind. */
export interface LedgerEntity {
  projection: AnyProjection;
  /** From its document, in a few words. */
  name(document: never): string;
  /** Callers without this scope see only its id. */
  scope?: Scope;
}

/** What the ledger records of a feature's events besides their types. */
export interface FeatureLedger {
  facts?: AnyLedgerFacts;
  /** By kind, such as `customer`, which `customerId` in an event's data names. */
  entities?: Readonly<Record<string, LedgerEntity>>;
}

/** What a feature is made of: what Nest creates of it, and the pure parts that the runners work with. */
export interface Feature {
  controllers?: readonly Type[];
  /** Handlers, queries and services, for all features. */
  providers?: readonly Provider[];
  events?: EventCatalogue;
  /** The rules of its streams, one per category. */
  deciders?: readonly AnyDecider[];
  projections?: readonly AnyProjection[];
  processes?: readonly AnyProcess[];
  dueItems?: readonly AnyDueSource[];
  /** Per kind of claim that its streams own: whether their events say so. */
  claims?: Readonly<Record<string, Owns>>;
  /** Per category of its streams: the projection whose document is an entity's state, for timelines. */
  states?: Readonly<Record<string, AnyProjection>>;
  webhooks?: FeatureWebhooks;
  ledger?: FeatureLedger;
  /** Templates of the mails that it schedules. */
  mails?: readonly AnyMailTemplate[];
  /** Those of its providers that keep an organization from being deleted. */
  holds?: readonly Type<OrganizationHold>[];
}

/** What keeps an organization from being deleted, such as a live subscription. */
export interface OrganizationHold {
  holds(organizationId: string): Promise<boolean>;
}
