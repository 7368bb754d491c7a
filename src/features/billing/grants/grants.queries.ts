import { Injectable } from '@nestjs/common';
import { Documents, resource } from '../../../app/documents.ts';
import type { ListRequest, Page } from '../../../app/http/list.ts';
import { Executor } from '../../../kernel/writing/execute.ts';
import type { TenantScope } from '../../../kernel/writing/scope.ts';
import { BenefitPresenter, BenefitQueries, BenefitReader } from '../benefits/benefits.queries.ts';
import { CustomerPresenter, CustomerReader } from '../customers/customers.queries.ts';
import { LicenseKeyReader } from '../license-keys/license-keys.queries.ts';
import { grantDecider } from './grant.decider.ts';
import { grantsStream, type GrantProperties } from './grant.events.ts';
import { grantProjection, type GrantDocument } from './grant.projection.ts';
import type { BenefitGrant, BenefitGrantWebhook } from './grants.dto.ts';

/** What customers hold by grants, on the wire: with the display key of a license key, which the log does not keep for each grant. */
@Injectable()
export class HeldPresenter {
  constructor(private readonly licenseKeys: LicenseKeyReader) {}

  async shown(held: readonly GrantProperties[]): Promise<(properties: GrantProperties) => Record<string, unknown>> {
    const displayKeyOf = await this.licenseKeys.displayed(held.flatMap(({ license_key_id }) => license_key_id ?? []));
    return (properties) => {
      const { license_key_id: id } = properties;
      return id === undefined ? properties : { ...properties, display_key: displayKeyOf(id) };
    };
  }
}

/** Grants with their customer, on the wire. */
@Injectable()
export class GrantPresenter {
  constructor(
    private readonly customers: CustomerReader,
    private readonly customerPresenter: CustomerPresenter,
    private readonly held: HeldPresenter,
  ) {}

  async presentAll(documents: readonly GrantDocument[]): Promise<BenefitGrant[]> {
    const all = await this.withPrevious(documents);
    return all.map(({ previous_properties: _, ...grant }) => grant);
  }

  /** With what each was before its last change. */
  async withPrevious(documents: readonly GrantDocument[]) {
    const held = documents.flatMap(({ properties, previous_properties }) => [properties, previous_properties]);
    const [customers, shown] = await Promise.all([
      this.customers.named(documents.map(({ customer_id }) => customer_id)),
      this.held.shown(held),
    ]);
    return documents.map(({ organization_id, benefit_type, previous_properties, ...grant }) => ({
      ...grant,
      properties: shown(grant.properties),
      previous_properties: shown(previous_properties),
      customer: this.customerPresenter.present(customers.get(grant.customer_id)!),
    }));
  }
}

/** A grant with its benefit (docs/BILLING.md#grant-states). */
@Injectable()
export class GrantWebhookPresenter {
  constructor(
    private readonly grants: GrantPresenter,
    private readonly benefits: BenefitReader,
    private readonly benefitPresenter: BenefitPresenter,
  ) {}

  async present(document: GrantDocument): Promise<BenefitGrantWebhook> {
    const [[grant], benefits] = await Promise.all([
      this.grants.withPrevious([document]),
      this.benefits.named([document.benefit_id]),
    ]);
    const benefit = this.benefitPresenter.present(benefits.get(document.benefit_id)!);
    return { ...grant!, benefit };
  }
}

@Injectable()
export class GrantReader {
  constructor(private readonly executor: Executor) {}

  /** Files that a customer may download by a benefit now, whichever purchase gives it; as the stream has it. */
  async filesHeld(customerId: string, benefitId: string): Promise<string[]> {
    const { state } = await this.executor.state(grantDecider, grantsStream(customerId, benefitId), 'any');
    const live = Object.values(state.grants).filter(({ granted }) => granted);
    return live.flatMap(({ properties }) => properties.files ?? []);
  }
}

@Injectable()
export class GrantQueries extends resource(grantProjection, GrantPresenter) {
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
