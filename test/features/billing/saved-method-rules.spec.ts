import { describe, it } from '@jest/globals';
import { savedMethodsDecider } from '../../../src/features/billing/saved-methods/saved-method.decider.ts';
import { specOf } from '../../support/given.ts';

describe('the rules of saved methods', () => {
  const about = { customerId: 'c1', organizationId: 'o1' };
  const saved = (paymentMethodId: string, isDefault: boolean) =>
    ({ type: 'PaymentMethodSaved', data: { ...about, paymentMethodId, isDefault } }) as const;
  const save = (paymentMethodId: string, setDefault = false) =>
    ({ type: 'SavePaymentMethod', data: { ...about, paymentMethodId, setDefault } }) as const;
  const removal = (paymentMethodId: string, isCharged: boolean, hasSubscriptions: boolean) =>
    ({ type: 'RemovePaymentMethod', data: { ...about, paymentMethodId, isCharged, hasSubscriptions } }) as const;
  const removed = (paymentMethodId: string) =>
    ({ type: 'PaymentMethodRemoved', data: { ...about, paymentMethodId } }) as const;
  const of = specOf(savedMethodsDecider);

  it('makes the first one the default', () => of().when(save('m1')).then(saved('m1', true)));
  it('keeps the default when another is saved', () => of(saved('m1', true)).when(save('m2')).then(saved('m2', false)));
  it('saves what it knows once', () => of(saved('m1', true)).when(save('m1', true)).then());
  it('never saves again what was removed', () => of(saved('m1', true), removed('m1')).when(save('m1')).then());
  it('refuses to remove what is charged', () =>
    of(saved('m1', true), saved('m2', false))
      .when(removal('m2', true, true))
      .thenRefused('PaymentMethodInUse'));
  it('refuses to remove the default while there are subscriptions, which may not be charged with it yet', () =>
    of(saved('m1', true))
      .when(removal('m1', false, true))
      .thenRefused('PaymentMethodInUse'));
  it('removes the default of a customer without subscriptions, so that the next one becomes it', () => {
    of(saved('m1', true))
      .when(removal('m1', false, false))
      .then(removed('m1'));
    of(saved('m1', true), removed('m1')).when(save('m2')).then(saved('m2', true));
  });
});
