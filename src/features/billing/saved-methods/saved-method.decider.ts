import type { IntentOf, IntentWith } from '../../../kernel/writing/command.ts';
import type { Decider } from '../../../kernel/writing/decider.ts';
import { NotFound } from '../../../kernel/errors.ts';
import type { ChooseDefaultPaymentMethod, RemovePaymentMethod, SavePaymentMethod } from './saved-method.commands.ts';
import { PaymentMethodInUse } from './saved-method.errors.ts';
import type { SavedMethodEvent } from './saved-method.events.ts';

/** With what the read model knows of the customer's subscriptions that have not ended. */
type Removal = RemovePaymentMethod['data'] & { isCharged: boolean; hasSubscriptions: boolean };
type SavedMethodIntent =
  IntentOf<SavePaymentMethod | ChooseDefaultPaymentMethod> | IntentWith<RemovePaymentMethod, Removal>;

export interface SavedMethodsState {
  organizationId: string | null;
  methods: Readonly<Record<string, 'saved' | 'removed'>>;
  defaultId: string | null;
}

/** A customer's payment methods. One that was removed is never saved again (docs/BILLING.md#saved-payment-methods). */
export const savedMethodsDecider: Decider<SavedMethodIntent, SavedMethodsState, SavedMethodEvent> = {
  category: 'savedmethods',
  initial: { organizationId: null, methods: {}, defaultId: null },
  // A customer may buy with a new card for ever.
  snapshot: { version: 1 },

  decide({ type, data }, state) {
    const { customerId, paymentMethodId } = data;
    if (type === 'SavePaymentMethod') {
      if (state.methods[paymentMethodId] !== undefined) return [];
      const { organizationId, setDefault } = data;
      const isDefault = setDefault || state.defaultId === null;
      return [{ type: 'PaymentMethodSaved', data: { customerId, organizationId, paymentMethodId, isDefault } }];
    }
    if (state.organizationId === null || state.methods[paymentMethodId] !== 'saved') throw new NotFound();
    const about = { customerId, organizationId: state.organizationId, paymentMethodId };
    const isDefault = state.defaultId === paymentMethodId;
    if (type === 'ChooseDefaultPaymentMethod')
      return isDefault ? [] : [{ type: 'DefaultPaymentMethodChosen', data: about }];
    // What was chosen as the default may not have reached the subscriptions yet.
    if (data.isCharged || (isDefault && data.hasSubscriptions)) throw new PaymentMethodInUse();
    return [{ type: 'PaymentMethodRemoved', data: about }];
  },

  evolve({ organizationId, methods, defaultId }, { type, data }) {
    const { paymentMethodId: id } = data;
    switch (type) {
      case 'PaymentMethodSaved': {
        const known = { ...methods, [id]: 'saved' as const };
        return { organizationId: data.organizationId, methods: known, defaultId: data.isDefault ? id : defaultId };
      }
      case 'DefaultPaymentMethodChosen':
        return { organizationId, methods, defaultId: id };
      case 'PaymentMethodRemoved':
        return {
          organizationId,
          methods: { ...methods, [id]: 'removed' },
          defaultId: defaultId === id ? null : defaultId,
        };
    }
  },
};

/** Those that can be charged. */
export function savedIn({ methods }: SavedMethodsState): string[] {
  return Object.keys(methods).filter((id) => methods[id] === 'saved');
}
