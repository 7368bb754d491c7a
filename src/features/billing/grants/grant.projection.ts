import type { Instant } from '../../../kernel/ports/clock.ts';
import type { Document } from '../../../kernel/ports/document-store.ts';
import { typesOf } from '../../../kernel/writing/events.ts';
import type { Projection } from '../../../kernel/reading/projection.ts';
import { grantEvents, type GrantEvent, type GrantProperties } from './grant.events.ts';

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
  error: null;
  properties: GrantProperties;
  /** Before its last change. */
  previous_properties: GrantProperties;
  organization_id: string;
  benefit_type: string;
}

/** Grants in wire form, with their customer by id. */
export const grantProjection: Projection<GrantDocument, GrantEvent> = {
  name: 'benefit_grants',
  version: 3,
  indexes: [
    ['organization_id', 'benefit_id', 'is_granted', 'created_at'],
    ['organization_id', 'benefit_id', 'customer_id', 'created_at'],
    ['customer_id', 'is_granted'],
    ['organization_id', 'customer_id', 'is_revoked', 'granted_at'],
    ['benefit_id', 'is_granted'],
  ],
  lists: {
    scope: ['organization_id', 'benefit_id'],
    sortings: ['created_at'],
    filters: ['is_granted', 'customer_id'],
  },
  fields: ['benefit_type', 'subscription_id', 'order_id'],
  handles: typesOf(grantEvents),
  targets: (event) => [event.data.grantId],

  evolve(document, event, id) {
    const at = event.metadata.occurredAt;
    const modified = document && { ...document, modified_at: at };
    switch (event.type) {
      case 'BenefitGranted': {
        const { organizationId, customerId, benefitId, benefitType, scope, properties } = event.data;
        return {
          id,
          created_at: document?.created_at ?? at,
          modified_at: document ? at : null,
          granted_at: at,
          is_granted: true,
          revoked_at: null,
          is_revoked: false,
          subscription_id: scope.subscriptionId,
          order_id: scope.orderId,
          customer_id: customerId,
          benefit_id: benefitId,
          error: null,
          properties,
          previous_properties: document?.properties ?? {},
          organization_id: organizationId,
          benefit_type: benefitType,
        };
      }
      case 'BenefitGrantUpdated':
        return modified && { ...modified, properties: event.data.properties, previous_properties: modified.properties };
      case 'BenefitGrantCycled':
        return modified && { ...modified, previous_properties: modified.properties };
      case 'BenefitGrantRevoked':
        return (
          modified && {
            ...modified,
            granted_at: null,
            is_granted: false,
            revoked_at: at,
            is_revoked: true,
            previous_properties: modified.properties,
          }
        );
    }
  },
};
