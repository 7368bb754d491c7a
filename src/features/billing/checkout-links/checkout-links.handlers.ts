import { Inject, type Type } from '@nestjs/common';
import { caughtUp } from '../../../app/reading/documents.ts';
import { Handles, handlersOf } from '../../../app/commands.ts';
import { Runtime } from '../../../app/runtime.ts';
import { EVENT_STORE } from '../../../app/tokens.ts';
import type { EventStore } from '../../../kernel/ports/event-store.ts';
import type { Executed } from '../../../kernel/writing/command.ts';
import { Executor } from '../../../kernel/writing/execute.ts';
import { ProductReader } from '../products/products.queries.ts';
import { CheckoutLinkFacts } from './checkout-link.facts.ts';
import {
  CreateCheckoutLink,
  DeleteCheckoutLink,
  UpdateCheckoutLink,
  WithdrawFromCheckoutLinks,
  WithdrawProduct,
} from './checkout-link.commands.ts';
import { checkoutLinkDecider, type CheckoutLinkState } from './checkout-link.decider.ts';
import { checkoutLinkStream, type CheckoutLinkEvent } from './checkout-link.events.ts';
import { CheckoutLinkReader } from './checkout-links.queries.ts';

type Changed = Executed<CheckoutLinkState, CheckoutLinkEvent>;

/** @throws InvalidInput a product does not exist or is archived; the discount does not exist */
@Handles(CreateCheckoutLink)
export class CreateCheckoutLinkHandler {
  constructor(
    private readonly executor: Executor,
    private readonly facts: CheckoutLinkFacts,
  ) {}

  async execute(command: CreateCheckoutLink): Promise<Changed> {
    const { checkoutLinkId, offer, ...terms } = command.data;
    const { productIds, organizationId } = await this.facts.offered(offer, command.context.scope);
    await this.facts.demandDiscount(terms.discountId, organizationId);
    const context = { ...command.context, organizationId };
    const creation = { ...terms, checkoutLinkId, productIds, organizationId };
    const stream = checkoutLinkStream(checkoutLinkId);
    return this.executor.execute(checkoutLinkDecider, stream, command.with(creation, { context }));
  }
}

/** @throws InvalidInput as when creating; the products have to be of the link's own organization */
@Handles(UpdateCheckoutLink)
export class UpdateCheckoutLinkHandler {
  constructor(
    private readonly executor: Executor,
    private readonly facts: CheckoutLinkFacts,
  ) {}

  async execute(command: UpdateCheckoutLink): Promise<Changed> {
    const { checkoutLinkId, productIds, discountId } = command.data;
    const stream = checkoutLinkStream(checkoutLinkId);
    const { state } = await this.executor.state(checkoutLinkDecider, stream, command.context.scope);
    if (state.status !== 'active') return this.executor.execute(checkoutLinkDecider, stream, command);
    const scope = { organizationIds: [state.organizationId] };
    const offered = productIds && (await this.facts.offered({ productIds }, scope)).productIds;
    if (discountId !== state.discountId) await this.facts.demandDiscount(discountId ?? null, state.organizationId);
    const update = offered ? command.with({ ...command.data, productIds: offered }) : command;
    return this.executor.execute(checkoutLinkDecider, stream, update);
  }
}

/** Each link is a stream of its own, and a repeat withdraws nothing twice. */
@Handles(WithdrawFromCheckoutLinks)
export class WithdrawFromCheckoutLinksHandler {
  constructor(
    private readonly executor: Executor,
    private readonly links: CheckoutLinkReader,
    private readonly products: ProductReader,
    private readonly runtime: Runtime,
    @Inject(EVENT_STORE) private readonly store: EventStore,
  ) {}

  async execute({ data: { productId }, context }: WithdrawFromCheckoutLinks): Promise<void> {
    await caughtUp(this.runtime, this.store, 'billing');
    const product = (await this.products.find([productId])).get(productId);
    // On sale again meanwhile.
    if (!product?.is_archived) return;
    for (const checkoutLinkId of await this.links.offering(productId, product.organization_id)) {
      const withdraw = new WithdrawProduct({ checkoutLinkId, productId }, context, `WithdrawProduct:${checkoutLinkId}`);
      await this.executor.execute(checkoutLinkDecider, checkoutLinkStream(checkoutLinkId), withdraw);
    }
  }
}

export const checkoutLinkHandlers: Type[] = [
  CreateCheckoutLinkHandler,
  UpdateCheckoutLinkHandler,
  WithdrawFromCheckoutLinksHandler,
  ...handlersOf(checkoutLinkDecider, ({ checkoutLinkId }) => checkoutLinkStream(checkoutLinkId), DeleteCheckoutLink),
];
