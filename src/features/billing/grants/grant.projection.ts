import type { Instant } from '../../../kernel/ports/clock.ts';
import type { Document } from '../../../kernel/ports/document-store.ts';
import { typesOf, type Recorded } from '../../../kernel/writing/events.ts';
import type { Projection } from '../../../kernel/reading/projection.ts';
import { grantEvents, type GrantError, type GrantEvent, type GrantProperties } from './grant.events.ts';
import { grantedAtAfter, STATUS_AFTER } from './grants-state.rules.ts';

export interface GrantDocument extends Document {
  created_at: Instant;
  modified_at: Instant | null;
  granted_at: Instant | null;
  is_granted: boolean;
  revoked_at: Instant | null;
  is_revoked: boolean;
  subscription_id: string | null;
  order_id: string | null;
  customer_id: string;
  benefit_id: string;
  /** Why it is not granted. */
  error: (GrantError & { timestamp: Instant }) | null;
  properties: GrantProperties;
  /** Before its last change. */
  previous_properties: GrantProperties;
  organization_id: string;
  benefit_type: string;
  /** Of the account that has it outside Tillbook. */
  link_id: string | null;
  previous_link_id: string | null;
}

/** Grants in wire form, with their customer by id. */
export const grantProjection: Projection<GrantDocument, GrantEvent> = {
  name: 'benefit_grants',
  version: 6,
  indexes: [
    ['organization_id', 'benefit_id', 'is_granted', 'created_at'],
    ['organization_id', 'benefit_id', 'customer_id', 'created_at'],
    ['customer_id', 'is_granted'],
    ['customer_id', 'is_revoked'],
    ['organization_id', 'customer_id', 'is_revoked', 'granted_at'],
    ['benefit_id', 'is_revoked'],
  ],
  lists: {
    scope: ['organization_id'],
    sortings: ['created_at'],
    filters: ['is_granted', 'customer_id', 'benefit_id'],
  },
  fields: ['benefit_type', 'subscription_id', 'order_id'],
  handles: typesOf(grantEvents),
  targets: (event) => [event.data.grantId],

  evolve(document, event) {
    const at = event.metadata.occurredAt;
    const changed = changedBy(event, document, at);
    return changed && { ...changed, ...standingAfter(event.type, document, at) };
  },
};

type Standing = 'granted_at' | 'is_granted' | 'revoked_at' | 'is_revoked';

function standingAfter(type: GrantEvent['type'], document: GrantDocument | undefined, at: Instant) {
  const status = STATUS_AFTER[type];
  const is_revoked = status === 'revoked';
  const granted_at = grantedAtAfter(type, document?.granted_at, at);
  return { granted_at, is_granted: status === 'granted', revoked_at: is_revoked ? at : null, is_revoked };
}

function changedBy(
  event: Recorded<GrantEvent>,
  document: GrantDocument | undefined,
  at: Instant,
): Omit<GrantDocument, Standing> | undefined {
  const modified = document && { ...document, modified_at: at };
  switch (event.type) {
    case 'BenefitGrantRequested': {
      const { properties, error } = event.data;
      return { ...startOf(event.data, document, at), properties, error: errorAt(error, at) };
    }
    case 'BenefitGranted':
      return { ...startOf(event.data, document, at), ...granted(event.data, document) };
    case 'BenefitGrantUpdated':
      return modified && { ...modified, ...granted(event.data, document) };
    case 'BenefitGrantFailed':
      return modified && { ...modified, error: errorAt(event.data.error, at) };
    case 'BenefitGrantSuspended':
      return modified && { ...modified, ...previous(modified), error: errorAt(event.data.error, at) };
    case 'BenefitGrantCycled':
      return modified && { ...modified, ...previous(modified), ...held(event.data) };
    case 'BenefitGrantRevoked':
      return modified && { ...modified, ...previous(modified), error: null };
  }
}

type Start = Extract<GrantEvent, { type: 'BenefitGrantRequested' | 'BenefitGranted' }>['data'];

/** What stays the same as long as it exists. */
function startOf(data: Start, document: GrantDocument | undefined, at: Instant) {
  const { grantId, organizationId, customerId, benefitId, benefitType, scope } = data;
  return {
    id: grantId,
    created_at: document?.created_at ?? at,
    modified_at: document ? at : null,
    subscription_id: scope.subscriptionId,
    order_id: scope.orderId,
    customer_id: customerId,
    benefit_id: benefitId,
    organization_id: organizationId,
    benefit_type: benefitType,
    link_id: document?.link_id ?? null,
    ...previous(document),
  };
}

function granted(
  { properties, linkId }: Extract<GrantEvent, { type: 'BenefitGranted' | 'BenefitGrantUpdated' }>['data'],
  document: GrantDocument | undefined,
) {
  return { error: null, properties, link_id: linkId ?? null, ...previous(document) };
}

/** What it holds since; nothing if that has not changed. */
function held({ properties }: { properties?: GrantProperties }): { properties?: GrantProperties } {
  return properties ? { properties } : {};
}

function previous(document: GrantDocument | undefined) {
  return { previous_properties: document?.properties ?? {}, previous_link_id: document?.link_id ?? null };
}

function errorAt(error: GrantError | undefined, timestamp: Instant): GrantDocument['error'] {
  return error ? { ...error, timestamp } : null;
}
