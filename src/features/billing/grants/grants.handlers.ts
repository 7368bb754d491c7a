import { Handles } from '../../../app/commands.ts';
import type { Type } from '@nestjs/common';
import {
  AlignGrants,
  ChooseGrantAccount,
  CycleGrants,
  FollowLinkedAccounts,
  RetryGrant,
  RevokeGrants,
} from './grant.commands.ts';
import { GrantStreams } from './grant-streams.service.ts';
import { GrantService, keyOf, type GrantKey } from './grants.service.ts';

@Handles(AlignGrants)
export class AlignGrantsHandler {
  constructor(private readonly grants: GrantService) {}

  async execute({ data, context }: AlignGrants): Promise<void> {
    await this.grants.align(data.scope, context);
  }
}

@Handles(CycleGrants)
export class CycleGrantsHandler {
  constructor(private readonly grants: GrantService) {}

  async execute({ data: { subscriptionId, orderId }, context }: CycleGrants): Promise<void> {
    await this.grants.ofPurchase({ subscriptionId, orderId: null }, (key, purchase) =>
      this.grants.cycle(key, purchase, orderId, context),
    );
  }
}

@Handles(RevokeGrants)
export class RevokeGrantsHandler {
  constructor(private readonly grants: GrantService) {}

  async execute({ data, context }: RevokeGrants): Promise<void> {
    const revoke = (key: GrantKey): Promise<void> => this.grants.revoke(key, data.reason, context);
    if ('scope' in data) return this.grants.ofPurchase(data.scope, revoke);
    for (const grant of await this.grants.ofCustomer(data.customerId)) await revoke(keyOf(grant));
  }
}

@Handles(FollowLinkedAccounts)
export class FollowLinkedAccountsHandler {
  constructor(private readonly grants: GrantService) {}

  async execute({ data: { customerId, platform }, context }: FollowLinkedAccounts): Promise<void> {
    await this.grants.followAccounts(customerId, platform, context);
  }
}

@Handles(RetryGrant)
export class RetryGrantHandler {
  constructor(private readonly streams: GrantStreams) {}

  async execute(command: RetryGrant): Promise<void> {
    await this.streams.execute(command);
  }
}

@Handles(ChooseGrantAccount)
export class ChooseGrantAccountHandler {
  constructor(private readonly streams: GrantStreams) {}

  async execute(command: ChooseGrantAccount): Promise<void> {
    await this.streams.execute(command);
  }
}

export const grantHandlers: Type[] = [
  AlignGrantsHandler,
  CycleGrantsHandler,
  RevokeGrantsHandler,
  FollowLinkedAccountsHandler,
  RetryGrantHandler,
  ChooseGrantAccountHandler,
];
