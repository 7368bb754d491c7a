import { Inject, Injectable } from '@nestjs/common';
import { caughtUp, Documents, resource } from '../../../app/reading/documents.ts';
import { Runtime } from '../../../app/runtime.ts';
import { EVENT_STORE } from '../../../app/tokens.ts';
import { NotFound } from '../../../kernel/errors.ts';
import type { EventStore } from '../../../kernel/ports/event-store.ts';
import { project } from '../../../kernel/reading/projection.ts';
import { Executor } from '../../../kernel/writing/execute.ts';
import type { TenantScope } from '../../../kernel/writing/scope.ts';
import { CustomerPresenter, CustomerReader } from '../customers/customers.queries.ts';
import { grantProjection } from '../grants/grant.projection.ts';
import { orderProjection, type OrderDocument } from '../orders/order.projection.ts';
import { subscriptionProjection, type SubscriptionDocument } from '../subscriptions/subscription.projection.ts';
import { LicenseKeyCodes } from './license-key-codes.service.ts';
import { LicenseKeyUses } from './license-key-uses.service.ts';
import { licenseKeyDecider, usageOf, type LicenseKey } from './license-key.decider.ts';
import { InvalidLicenseKey } from './license-key.errors.ts';
import { licenseKeyStream, type LicenseKeyEvent } from './license-key.events.ts';
import { licenseKeyProjection, type LicenseKeyDocument } from './license-key.projection.ts';
import type {
  BoughtLicenseKey,
  LicenseKeyActivationRead,
  LicenseKeyOrder,
  LicenseKeyRead,
  LicenseKeySubscription,
  LicenseKeyWithActivations,
  ValidatedLicenseKey,
} from './license-keys.dto.ts';

/** License keys with their customer, the key itself, and what is counted of them. */
@Injectable()
export class LicenseKeyPresenter {
  constructor(
    private readonly customers: CustomerReader,
    private readonly customerPresenter: CustomerPresenter,
    private readonly codes: LicenseKeyCodes,
    private readonly uses: LicenseKeyUses,
    private readonly documents: Documents,
  ) {}

  async present(document: LicenseKeyDocument): Promise<LicenseKeyRead> {
    return (await this.presentAll([document]))[0]!;
  }

  async presentAll(documents: readonly LicenseKeyDocument[]): Promise<LicenseKeyRead[]> {
    const [customers, uses] = await Promise.all([
      this.customers.named(documents.map(({ customer_id }) => customer_id)),
      this.uses.of(documents.map(({ id }) => id)),
    ]);
    const customerOf = await this.customerPresenter.shown(customers.values());
    return documents.map((document) => {
      const { grant_id, prefix, rotation, digest, key_end, usage, activations, subjects, ...shown } = document;
      const use = uses.get(document.id);
      return {
        ...shown,
        customer: customerOf(customers.get(document.customer_id)!),
        member_id: null,
        member: null,
        key: this.codes.of({ id: document.id, rotation, prefix }).code,
        usage: usageOf({ usage }, use?.used ?? 0),
        validations: use?.validations ?? 0,
        last_validated_at: use?.lastValidatedAt ?? null,
      };
    });
  }

  async withActivations(document: LicenseKeyDocument): Promise<LicenseKeyWithActivations> {
    return { ...(await this.present(document)), activations: document.activations };
  }

  async validated(document: LicenseKeyDocument, activationId: string | null): Promise<ValidatedLicenseKey> {
    const activation = document.activations.find(({ id }) => id === activationId) ?? null;
    return { ...(await this.bought(document)), activation };
  }

  /** @throws NotFound it has no such activation */
  async activation(document: LicenseKeyDocument, activationId: string): Promise<LicenseKeyActivationRead> {
    const activation = document.activations.find(({ id }) => id === activationId);
    if (!activation) throw new NotFound();
    return { ...activation, license_key: await this.bought(document) };
  }

  /** With the subscription or the order that its grant follows from. */
  private async bought(document: LicenseKeyDocument): Promise<BoughtLicenseKey> {
    const [shown, grant] = await Promise.all([
      this.present(document),
      this.documents.get(grantProjection, document.grant_id, 'any'),
    ]);
    const { subscription_id = null, order_id = null } = grant ?? {};
    const [subscription, order] = await Promise.all([
      subscription_id === null ? undefined : this.documents.get(subscriptionProjection, subscription_id, 'any'),
      order_id === null ? undefined : this.documents.get(orderProjection, order_id, 'any'),
    ]);
    const bought = {
      subscription: subscription ? subscriptionOf(subscription) : null,
      order: order ? orderOf(order) : null,
    };
    return { ...shown, subscription_id, order_id, ...bought };
  }
}

function subscriptionOf(document: SubscriptionDocument): LicenseKeySubscription {
  const { id, status, current_period_start, current_period_end, cancel_at_period_end, ends_at } = document;
  return { id, status, current_period_start, current_period_end, cancel_at_period_end, ends_at };
}

function orderOf({ id, created_at, status, paid }: OrderDocument): LicenseKeyOrder {
  return { id, created_at, status, paid };
}

@Injectable()
export class LicenseKeyReader {
  constructor(
    private readonly documents: Documents,
    private readonly executor: Executor,
    private readonly codes: LicenseKeyCodes,
    private readonly runtime: Runtime,
    @Inject(EVENT_STORE) private readonly store: EventStore,
  ) {}

  /** The display keys of license keys, also of those that are about to be issued. */
  async displayed(ids: readonly string[]): Promise<(id: string) => string> {
    const known = await this.documents.getMany(licenseKeyProjection, ids, 'any');
    const first = (id: string) => this.codes.of({ id, rotation: 0, prefix: null }).displayKey;
    return (id) => known.get(id)?.display_key ?? first(id);
  }

  /** Folded from its stream. @throws NotFound */
  async folded(id: string): Promise<LicenseKeyDocument> {
    const document = project(
      licenseKeyProjection,
      await this.executor.load<LicenseKeyEvent>(licenseKeyStream(id), 'any'),
    );
    if (!document) throw new NotFound();
    return document;
  }

  async get(id: string, scope: TenantScope): Promise<LicenseKeyDocument> {
    const document = await this.documents.get(licenseKeyProjection, id, scope);
    if (!document) throw new NotFound();
    return document;
  }

  /**
   * What a stranger says is a license key, as its stream has it now.
   * @throws InvalidLicenseKey the organization has no such key
   */
  async byCode(code: string, organizationId: string): Promise<LicenseKey> {
    const digest = this.codes.digest(code);
    const find = () =>
      this.documents.ids(licenseKeyProjection, { eq: ['digest', digest] }, { organizationIds: [organizationId] });
    let [id] = await find();
    if (id === undefined) {
      // It may have been issued a moment ago.
      await caughtUp(this.runtime, this.store, 'billing');
      [id] = await find();
    }
    if (id === undefined) throw new InvalidLicenseKey();
    const { state } = await this.executor.state(licenseKeyDecider, licenseKeyStream(id), 'any');
    // It may have been rotated since.
    if (state.status === 'absent' || state.key.digest !== digest) throw new InvalidLicenseKey();
    return state.key;
  }
}

@Injectable()
export class LicenseKeyQueries extends resource(licenseKeyProjection, LicenseKeyPresenter) {}
