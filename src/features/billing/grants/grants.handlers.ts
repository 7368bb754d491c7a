import type { Type } from '@nestjs/common';
import { CommandHandler } from '@nestjs/cqrs';
import { AlignGrants, AlignProductGrants, CycleGrants, RevokeGrants, UpdateGrants } from './grant.commands.ts';
import { GrantService, keyOf } from './grants.service.ts';

@CommandHandler(AlignGrants)
export class AlignGrantsHandler {
  constructor(private readonly grants: GrantService) {}

  async execute({ data, context }: AlignGrants): Promise<void> {
    const purchase = await this.grants.purchase(data.scope);
    if (purchase) await this.grants.align(purchase, context);
  }
}

@CommandHandler(AlignProductGrants)
export class AlignProductGrantsHandler {
  constructor(private readonly grants: GrantService) {}

  async execute({ data, context }: AlignProductGrants): Promise<void> {
    for (const purchase of await this.grants.livePurchases(data.productId)) await this.grants.align(purchase, context);
  }
}

@CommandHandler(UpdateGrants)
export class UpdateGrantsHandler {
  constructor(private readonly grants: GrantService) {}

  async execute({ data: { benefitId }, context }: UpdateGrants): Promise<void> {
    const properties = await this.grants.heldBy(benefitId);
    if (!properties) return;
    for (const grant of await this.grants.granted('benefit_id', benefitId))
      await this.grants.update(keyOf(grant), properties, context);
  }
}

@CommandHandler(CycleGrants)
export class CycleGrantsHandler {
  constructor(private readonly grants: GrantService) {}

  async execute({ data: { subscriptionId, orderId }, context }: CycleGrants): Promise<void> {
    const purchase = await this.grants.purchase({ subscriptionId, orderId: null });
    if (!purchase) return;
    for (const key of await this.grants.grantsOf(purchase)) await this.grants.cycle(key, orderId, context);
  }
}

@CommandHandler(RevokeGrants)
export class RevokeGrantsHandler {
  constructor(private readonly grants: GrantService) {}

  async execute({ data, context }: RevokeGrants): Promise<void> {
    for (const key of await this.keysOf(data)) await this.grants.revoke(key, data.reason, context);
  }

  private async keysOf(data: RevokeGrants['data']) {
    if ('benefitId' in data) return (await this.grants.granted('benefit_id', data.benefitId)).map(keyOf);
    if ('customerId' in data) return (await this.grants.granted('customer_id', data.customerId)).map(keyOf);
    const purchase = await this.grants.purchase(data.scope);
    return purchase ? this.grants.grantsOf(purchase) : [];
  }
}

export const grantHandlers: Type[] = [
  AlignGrantsHandler,
  AlignProductGrantsHandler,
  UpdateGrantsHandler,
  CycleGrantsHandler,
  RevokeGrantsHandler,
];
