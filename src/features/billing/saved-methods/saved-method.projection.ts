import type { Instant } from '../../../kernel/ports/clock.ts';
import type { Document } from '../../../kernel/ports/document-store.ts';
import type { Projection } from '../../../kernel/reading/projection.ts';
import { typesOf } from '../../../kernel/writing/events.ts';
import { savedMethodEvents, type SavedMethodEvent } from './saved-method.events.ts';

/** A customer's payment methods, under the customer's id. */
export interface SavedMethodsDocument extends Document {
  organization_id: string;
  /** Oldest first; what they are is known to the processor alone. */
  methods: { id: string; created_at: Instant }[];
  default_id: string | null;
}

export const savedMethodsProjection: Projection<SavedMethodsDocument, SavedMethodEvent> = {
  name: 'saved_methods',
  version: 1,
  indexes: [['organization_id']],
  handles: typesOf(savedMethodEvents),
  targets: (event) => [event.data.customerId],

  evolve(document, { type, data, metadata }, id) {
    const { organizationId: organization_id, paymentMethodId } = data;
    const { methods, default_id } = document ?? { methods: [], default_id: null };
    switch (type) {
      case 'PaymentMethodSaved':
        return {
          id,
          organization_id,
          methods: [...methods, { id: paymentMethodId, created_at: metadata.occurredAt }],
          default_id: data.isDefault ? paymentMethodId : default_id,
        };
      case 'DefaultPaymentMethodChosen':
        return { id, organization_id, methods, default_id: paymentMethodId };
      case 'PaymentMethodRemoved':
        return {
          id,
          organization_id,
          methods: methods.filter((method) => method.id !== paymentMethodId),
          default_id: default_id === paymentMethodId ? null : default_id,
        };
    }
  },
};
