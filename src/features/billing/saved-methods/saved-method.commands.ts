import { command, type Executed } from '../../../kernel/writing/command.ts';
import type { SavedMethodEvent } from './saved-method.events.ts';

type Changed = Executed<unknown, SavedMethodEvent>;

/** Lets the processor save what the customer has just filled in. */
export class AddPaymentMethod extends command('AddPaymentMethod')<
  { customerId: string; organizationId: string; confirmationToken: string; setDefault: boolean },
  /** `pending` until the customer has confirmed it with their bank. */
  { paymentMethodId: string; paymentId: string; status: 'saved' | 'pending' }
> {}
/** Notes what the processor has saved; `setDefault` also charges the customer's subscriptions with it from now on. */
export class SavePaymentMethod extends command('SavePaymentMethod')<
  { customerId: string; organizationId: string; paymentMethodId: string; setDefault: boolean },
  Changed
> {}
/** Charges all subscriptions of the customer with it from now on, and what is past due at once. */
export class ChooseDefaultPaymentMethod extends command('ChooseDefaultPaymentMethod')<
  { customerId: string; paymentMethodId: string },
  Changed
> {}
/** Removes one that no subscription is charged with. */
export class RemovePaymentMethod extends command('RemovePaymentMethod')<
  { customerId: string; paymentMethodId: string },
  Changed
> {}
