import { Injectable } from '@nestjs/common';
import { Documents, resource } from '../../../app/documents.ts';
import type { ListRequest, Page } from '../../../app/http/list.ts';
import type { TenantScope } from '../../../kernel/writing/scope.ts';
import { BenefitPresenter, BenefitQueries, BenefitReader } from '../benefits/benefits.queries.ts';
import { CustomerPresenter, CustomerReader } from '../customers/customers.queries.ts';
import { grantProjection, type GrantDocument } from './grant.projection.ts';
import type { BenefitGrant, BenefitGrantWebhook } from './grants.dto.ts';

/** Grants with their customer, on the wire. */
@Injectable()
export class GrantPresenter {
  constructor(
    private readonly customers: CustomerReader,
    private readonly customerPresenter: CustomerPresenter,
  ) {}

  async presentAll(documents: readonly GrantDocument[]): Promise<BenefitGrant[]> {
    const customers = await this.customers.named(documents.map(({ customer_id }) => customer_id));
    return documents.map(({ organization_id, benefit_type, ...grant }) => ({
      ...grant,
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
      this.grants.presentAll([document]),
      this.benefits.named([document.benefit_id]),
    ]);
    const benefit = this.benefitPresenter.present(benefits.get(document.benefit_id)!);
    return { ...grant!, benefit, previous_properties: {} };
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
