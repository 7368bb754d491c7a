import { grantIdOf, licenseKeyIdOf } from '../features/billing/grants/held.rules.ts';
import { ActivateLicenseKey } from '../features/billing/license-keys/license-key.commands.ts';
import { LinkCustomerAccount } from '../features/billing/remote-access/linked-account.commands.ts';
import { RequestRefund } from '../features/billing/refunds/refund.commands.ts';
import { AddPaymentMethod } from '../features/billing/saved-methods/saved-method.commands.ts';
import { ChangeSubscriptionProduct } from '../features/billing/subscriptions/subscription.commands.ts';
import { IngestUsage } from '../features/billing/usage/usage.commands.ts';
import { deriveUuid } from '../kernel/ids.ts';
import { addSeconds } from '../kernel/ports/clock.ts';
import type { DemoEnvironment } from './environment.ts';
import type { Shop } from './open-shop.ts';
import { METERS, MODELS, type Sequel } from './shop.ts';

/** What confirming a checkout has begun. */
export interface Bought {
  customerId: string;
  orderId: string;
  /** null for what is bought once. */
  subscriptionId: string | null;
}

/** What a seller or a buyer does about a purchase later. */
export async function follow(
  stage: DemoEnvironment,
  { seller, organizationId, productIds }: Shop,
  { customerId, orderId, subscriptionId }: Bought,
  sequel: Sequel,
): Promise<void> {
  const context = stage.context(seller, organizationId);
  if (sequel.does === 'refund') {
    const { amount, reason } = sequel;
    const refund = { refundId: deriveUuid(context.requestId, 'refund'), orderId, amount, reason };
    const about = { comment: null, metadata: {}, revokeBenefits: false };
    await stage.send(new RequestRefund({ ...refund, ...about }, context));
  } else if (subscriptionId !== null && sequel.does === 'change plan') {
    const productId = productIds.get(sequel.to)!;
    const change = { subscriptionId, productId, behavior: sequel.behavior };
    // Its payment may have failed meanwhile.
    await ignoringRefusal(() => stage.send(new ChangeSubscriptionProduct(change, context)));
  } else if (sequel.does === 'update card') {
    const card = { customerId, organizationId, confirmationToken: 'ctoken_ok', setDefault: true };
    await stage.send(new AddPaymentMethod(card, stage.context(undefined, organizationId)));
  }
}

/** Activates the license key of a purchase. */
export async function installApp(
  stage: DemoEnvironment,
  { organizationId, benefitIds }: Shop,
  { orderId, subscriptionId }: Bought,
  devices: readonly string[],
): Promise<void> {
  const licenseKeyId = licenseKeyIdOf(grantIdOf(subscriptionId ?? orderId, benefitIds.get('app')!), 0);
  for (const label of devices) {
    const context = stage.context(undefined, organizationId);
    const activationId = deriveUuid(context.requestId, 'activation');
    const data = { licenseKeyId, activationId, label, conditions: {}, meta: { version: '2.4' } };
    // The purchase may have ended meanwhile.
    await ignoringRefusal(() => stage.send(new ActivateLicenseKey(data, context)));
  }
}

/** Links the buyer's accounts at the pretend Discord and GitHub, which believe everybody. */
export async function linkAccounts(
  stage: DemoEnvironment,
  { organizationId }: Shop,
  { customerId }: Bought,
  { name, n }: { name: string; n: number },
): Promise<void> {
  const account = { id: String(700_000 + n), username: name.toLowerCase().replaceAll(' ', '-') };
  const tokens = {
    accessToken: `pretend-access-${account.id}`,
    refreshToken: `pretend-refresh-${account.id}`,
    expiresAt: null,
  };
  for (const platform of ['discord', 'github'] as const) {
    const link = new LinkCustomerAccount(
      { customerId, organizationId, platform, account, tokens },
      stage.context(undefined, organizationId),
    );
    await ignoringRefusal(() => stage.send(link));
  }
}

/** Reports what a program has asked for on one day, until now. */
export async function reportUsage(
  stage: DemoEnvironment,
  { seller, organizationId }: Shop,
  customerId: string,
  { count, random }: { count: number; random: () => number },
): Promise<void> {
  const now = stage.now();
  const { event: name } = METERS['plants']!;
  const events = Array.from({ length: count }, () => {
    const timestamp = addSeconds(now, -Math.floor(random() * 86_000));
    const model = MODELS[Math.floor(random() * MODELS.length)]!;
    const metadata = { model, megapixels: Math.round(random() * 240) / 10 + 1 };
    return { name, customerId, timestamp, metadata, metadataBytes: Buffer.byteLength(JSON.stringify(metadata)) };
  });
  const context = stage.context(seller, organizationId);
  await stage.send(new IngestUsage({ organizationId, events }, context));
}

/** undefined if it is refused. */
export async function ignoringRefusal<R>(attempt: () => Promise<R>): Promise<R | undefined> {
  return attempt().catch((error: { status?: number }) => {
    if (error.status === undefined || error.status >= 500) throw error;
    return undefined;
  });
}
