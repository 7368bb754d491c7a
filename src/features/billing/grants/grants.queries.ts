import { Injectable } from '@nestjs/common';
import { Documents, resource } from '../../../app/reading/documents.ts';
import type { ListRequest, Page } from '../../../app/http/lists/list.ts';
import { Executor } from '../../../kernel/writing/execute.ts';
import type { TenantScope } from '../../../kernel/writing/scope.ts';
import { BenefitPresenter, BenefitQueries, BenefitReader } from '../benefits/benefits.queries.ts';
import { CustomerPresenter, CustomerReader, customersByExternalId } from '../customers/customers.queries.ts';
import { LicenseKeyReader } from '../license-keys/license-keys.queries.ts';
import { LinkedAccountReader } from '../remote-access/linked-accounts.queries.ts';
import { grantDecider } from './grant.decider.ts';
import { grantsStream } from './grant.events.ts';
import { grantProjection, type GrantDocument } from './grant.projection.ts';
import type { BenefitGrant, BenefitGrantWebhook } from './grants.dto.ts';

type Held = Pick<GrantDocument, 'customer_id' | 'properties' | 'link_id'>;

/**
 * What customers hold by grants, on the wire: with what the log does not keep for each grant, the display key of a license key, and the account
 * that has access elsewhere.
 */
@Injectable()
export class HeldPresenter {
  constructor(
    private readonly licenseKeys: LicenseKeyReader,
    private readonly accounts: LinkedAccountReader,
  ) {}

  async shown(held: readonly Held[]): Promise<(one: Omit<Held, 'customer_id'>) => Record<string, unknown>> {
    const linked = held.filter(({ link_id }) => link_id !== null);
    const [displayKeyOf, accountIdOf] = await Promise.all([
      this.licenseKeys.displayed(held.flatMap(({ properties }) => properties.license_key_id ?? [])),
      this.accounts.accountIdsOf(new Set(linked.map(({ customer_id }) => customer_id))),
    ]);
    return ({ properties, link_id }) => {
      const { license_key_id: id } = properties;
      const accountId = link_id === null ? undefined : accountIdOf(link_id);
      return {
        ...properties,
        ...(id !== undefined && { display_key: displayKeyOf(id) }),
        ...(accountId !== undefined && { account_id: accountId }),
      };
    };
  }
}

/** Grants with their customer and benefit, on the wire (docs/BILLING.md#grant-states). */
@Injectable()
export class GrantPresenter {
  constructor(
    private readonly customers: CustomerReader,
    private readonly customerPresenter: CustomerPresenter,
    private readonly held: HeldPresenter,
    private readonly benefits: BenefitReader,
    private readonly benefitPresenter: BenefitPresenter,
  ) {}

  async presentAll(documents: readonly GrantDocument[]): Promise<BenefitGrant[]> {
    const all = await this.withPrevious(documents);
    return all.map(({ previous_properties: _, ...grant }) => grant);
  }

  /** With what each was before its last change. */
  async withPrevious(documents: readonly GrantDocument[]) {
    const held = documents.flatMap((grant) => [grant, previousOf(grant)]);
    const [customers, benefits, shown] = await Promise.all([
      this.customers.named(documents.map(({ customer_id }) => customer_id)),
      this.benefits.named(documents.map(({ benefit_id }) => benefit_id)),
      this.held.shown(held),
    ]);
    const customerOf = await this.customerPresenter.shown(customers.values());
    return documents.map((document) => {
      const { organization_id, benefit_type, link_id, previous_link_id, ...grant } = document;
      return {
        ...grant,
        properties: shown(document),
        previous_properties: shown(previousOf(document)),
        customer: customerOf(customers.get(grant.customer_id)!),
        benefit: this.benefitPresenter.present(benefits.get(grant.benefit_id)!),
      };
    });
  }
}

function previousOf({ customer_id, previous_properties: properties, previous_link_id: link_id }: GrantDocument): Held {
  return { customer_id, properties, link_id };
}

/** A grant with what it was before. */
@Injectable()
export class GrantWebhookPresenter {
  constructor(private readonly grants: GrantPresenter) {}

  async present(document: GrantDocument): Promise<BenefitGrantWebhook> {
    return (await this.grants.withPrevious([document]))[0]!;
  }
}

@Injectable()
export class GrantReader {
  constructor(private readonly executor: Executor) {}

  /** Files that a customer may download by a benefit now, whichever purchase gives it; as the stream has it. */
  async filesHeld(customerId: string, benefitId: string): Promise<string[]> {
    const { state } = await this.executor.state(grantDecider, grantsStream(customerId, benefitId), 'any');
    const live = Object.values(state.grants).filter(({ status }) => status === 'granted');
    return live.flatMap(({ properties }) => properties.files ?? []);
  }
}

@Injectable()
export class GrantQueries extends resource(grantProjection, GrantPresenter, { named: customersByExternalId }) {
  constructor(
    documents: Documents,
    presenter: GrantPresenter,
    private readonly benefits: BenefitQueries,
  ) {
    super(documents, presenter);
  }

  /** @throws NotFound the benefit does not exist */
  async ofBenefit(benefitId: string, list: ListRequest, scope: TenantScope): Promise<Page<BenefitGrant>> {
    await this.benefits.get(benefitId, scope);
    return this.list({ ...list, where: [{ eq: ['benefit_id', benefitId] }, ...list.where] }, scope);
  }
}
