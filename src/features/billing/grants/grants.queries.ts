import { Injectable } from '@nestjs/common';
import { Query, QueryBus, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { findIn, type Caller } from '../../../app/http/caller.ts';
import { pageOf, type ListRequest, type Page } from '../../../app/http/list.ts';
import type { Where } from '../../../kernel/ports/document-store.ts';
import { CustomerPresenter, CustomerReader } from '../customers/customers.queries.ts';
import { BenefitPresenter, BenefitReader, GetBenefit } from '../benefits/benefits.queries.ts';
import type { BenefitGrant, BenefitGrantWebhook } from './grants.dto.ts';
import { grantProjection, type GrantDocument } from './grant.projection.ts';
import { Documents } from '../../../app/documents.ts';

export type { GrantDocument } from './grant.projection.ts';

export class ListBenefitGrants extends Query<Page<BenefitGrant>> {
  constructor(
    readonly benefitId: string,
    readonly list: ListRequest,
    readonly caller: Caller,
  ) {
    super();
  }
}

/** Grants with their customer, on the wire. */
@Injectable()
export class GrantPresenter {
  constructor(
    private readonly customers: CustomerReader,
    private readonly customerPresenter: CustomerPresenter,
    private readonly benefits: BenefitReader,
    private readonly benefitPresenter: BenefitPresenter,
  ) {}

  async present(document: GrantDocument): Promise<BenefitGrant> {
    return (await this.presentAll([document]))[0]!;
  }

  async presentAll(documents: readonly GrantDocument[]): Promise<BenefitGrant[]> {
    const customers = await this.customers.find(documents.map(({ customer_id }) => customer_id));
    return documents.map(({ organization_id, benefit_type, ...grant }) => ({
      ...grant,
      customer: this.customerPresenter.present(customers.get(grant.customer_id)!),
    }));
  }

  /** With its benefit, as webhooks tell of it (docs/BILLING.md#grant-states). */
  async presentWebhook(document: GrantDocument): Promise<BenefitGrantWebhook> {
    const [grant, benefits] = await Promise.all([this.present(document), this.benefits.find([document.benefit_id])]);
    const benefit = this.benefitPresenter.present(benefits.get(document.benefit_id)!);
    return { ...grant, benefit, previous_properties: {} };
  }
}

@QueryHandler(ListBenefitGrants)
export class ListBenefitGrantsHandler implements IQueryHandler<ListBenefitGrants> {
  constructor(
    private readonly documents: Documents,
    private readonly queries: QueryBus,
    private readonly presenter: GrantPresenter,
  ) {}

  async execute({ benefitId, list, caller }: ListBenefitGrants): Promise<Page<BenefitGrant>> {
    await this.queries.execute(new GetBenefit(benefitId, caller));
    const where: Where[] = [{ eq: ['benefit_id', benefitId] }, ...list.where];
    const query = findIn(caller, { ...list, where });
    const { items, total } = await this.documents.find(grantProjection, query, 'any');
    return pageOf(await this.presenter.presentAll(items), total, list.limit);
  }
}
