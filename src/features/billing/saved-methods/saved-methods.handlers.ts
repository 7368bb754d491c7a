import { Inject, type Type } from '@nestjs/common';
import { Commands, Handles } from '../../../app/commands.ts';
import { PAYMENT_PROCESSOR } from '../../../app/tokens.ts';
import { DEFAULT_CURRENCY } from '../../../kernel/currencies.ts';
import { deriveUuid } from '../../../kernel/ids.ts';
import type { Executed } from '../../../kernel/writing/command.ts';
import { Executor } from '../../../kernel/writing/execute.ts';
import { OrganizationReader } from '../../accounts/organizations/organizations.queries.ts';
import { PaymentError } from '../payments/payment.errors.ts';
import { ChargePayment, RequestPayment } from '../payments/payment.commands.ts';
import { paymentStream } from '../payments/payment.events.ts';
import { PaymentMethods } from '../payments/payment-methods.service.ts';
import type { SubscriptionDocument } from '../subscriptions/subscription.projection.ts';
import {
  AddPaymentMethod,
  ChooseDefaultPaymentMethod,
  RemovePaymentMethod,
  SavePaymentMethod,
} from './saved-method.commands.ts';
import { savedIn, savedMethodsDecider, type SavedMethodsState } from './saved-method.decider.ts';
import { TooManyPaymentMethods } from './saved-method.errors.ts';
import { savedMethodsStream, type SavedMethodEvent } from './saved-method.events.ts';
import { LiveSubscriptions } from './live-subscriptions.service.ts';
import { SavedMethodReader } from './saved-methods.queries.ts';
import { LIMITS } from '../../../limits.ts';

type Changed = Executed<SavedMethodsState, SavedMethodEvent>;

/** Of those that a customer adds without buying anything. */
const MOST_METHODS = LIMITS.customer.paymentMethods.most;

/** A payment of 0 saves the method, while the customer waits. */
@Handles(AddPaymentMethod)
export class AddPaymentMethodHandler {
  constructor(
    private readonly commands: Commands,
    private readonly methods: PaymentMethods,
    private readonly saved: SavedMethodReader,
    private readonly organizations: OrganizationReader,
    /** Only whether one is configured. */
    @Inject(PAYMENT_PROCESSOR) private readonly processor: object | null,
  ) {}

  /** @throws PaymentError the card was declined · TooManyPaymentMethods */
  async execute({ data, context }: AddPaymentMethod) {
    const { customerId, organizationId, confirmationToken: token, setDefault } = data;
    if (!this.processor) throw new PaymentError('Payments are not set up here.');
    const known = savedIn(await this.saved.current(customerId, context.scope));
    if (known.length >= MOST_METHODS) throw new TooManyPaymentMethods(MOST_METHODS);
    const paymentId = deriveUuid(context.requestId, 'payment');
    const paymentMethodId = deriveUuid(context.requestId, 'payment-method');
    await this.methods.keep(paymentMethodId, { token, isReused: true }, paymentStream(paymentId));
    const purpose = { kind: 'setup' as const, paymentMethodId, setDefault };
    const currency = (await this.organizations.find([organizationId])).get(organizationId)?.currency;
    const money = { amount: 0, currency: currency ?? DEFAULT_CURRENCY };
    const request = { paymentId, organizationId, customerId, purpose, paymentMethodId, ...money };
    await this.commands.execute(new RequestPayment(request, context));
    const { status, message } = await this.commands.execute(new ChargePayment({ paymentId }, context));
    if (status === 'pending' || status === 'requested')
      return { paymentMethodId, paymentId, status: 'pending' as const };
    if (status !== 'succeeded') throw new PaymentError(message ?? 'The payment method could not be saved.');
    const save = { customerId, organizationId, paymentMethodId, setDefault };
    await this.commands.execute(new SavePaymentMethod(save, context));
    return { paymentMethodId, paymentId, status: 'saved' as const };
  }
}

@Handles(SavePaymentMethod)
export class SavePaymentMethodHandler {
  constructor(
    private readonly executor: Executor,
    private readonly subscriptions: LiveSubscriptions,
  ) {}

  async execute(command: SavePaymentMethod): Promise<Changed> {
    const { customerId, paymentMethodId, setDefault } = command.data;
    const executed: Changed = await this.executor.execute(savedMethodsDecider, savedMethodsStream(customerId), command);
    // The process may have come first; the answer waits for its event all the same.
    command.context.writes.note(executed.history.position!);
    // Also when it is repeated: the first time may have been cut off here.
    if (setDefault && executed.state.defaultId === paymentMethodId)
      await this.subscriptions.chargeWith(paymentMethodId, customerId, command.context);
    return executed;
  }
}

@Handles(ChooseDefaultPaymentMethod)
export class ChooseDefaultPaymentMethodHandler {
  constructor(
    private readonly executor: Executor,
    private readonly subscriptions: LiveSubscriptions,
  ) {}

  async execute(command: ChooseDefaultPaymentMethod): Promise<Changed> {
    const { customerId, paymentMethodId } = command.data;
    const stream = savedMethodsStream(customerId);
    const executed: Changed = await this.executor.execute(savedMethodsDecider, stream, command);
    await this.subscriptions.chargeWith(paymentMethodId, customerId, command.context);
    return executed;
  }
}

@Handles(RemovePaymentMethod)
export class RemovePaymentMethodHandler {
  constructor(
    private readonly executor: Executor,
    private readonly subscriptions: LiveSubscriptions,
  ) {}

  async execute(command: RemovePaymentMethod): Promise<Changed> {
    const { customerId, paymentMethodId } = command.data;
    const live = await this.subscriptions.of(customerId);
    const isCharged = live.some(({ payment_method_id }) => payment_method_id === paymentMethodId);
    const removal = command.with({ ...command.data, isCharged, hasSubscriptions: live.some(isPaid) });
    return this.executor.execute(savedMethodsDecider, savedMethodsStream(customerId), removal);
  }
}

function isPaid({ payment_method_id }: SubscriptionDocument): boolean {
  return payment_method_id !== null;
}

export const savedMethodHandlers: Type[] = [
  AddPaymentMethodHandler,
  SavePaymentMethodHandler,
  ChooseDefaultPaymentMethodHandler,
  RemovePaymentMethodHandler,
];
