import { Injectable } from '@nestjs/common';
import { Documents } from '../../../app/reading/documents.ts';
import { pageOf, type ListRequest, type Page } from '../../../app/http/lists/list.ts';
import { NotFound } from '../../../kernel/errors.ts';
import type { Where } from '../../../kernel/ports/document-store.ts';
import { OrganizationPresenter, OrganizationReader } from '../../accounts/organizations/organizations.queries.ts';
import { BenefitPresenter, BenefitReader } from '../benefits/benefits.queries.ts';
import { customersProperties } from '../benefits/benefit-properties.rules.ts';
import { grantProjection, type GrantDocument } from '../grants/grant.projection.ts';
import { HeldPresenter } from '../grants/grants.queries.ts';
import { orderProjection } from '../orders/order.projection.ts';
import { subscriptionProjection } from '../subscriptions/subscription.projection.ts';
import { PortalCustomers } from './portal-customers.queries.ts';
import type { PortalGrant } from './portal.dto.ts';
import { coveredBy, type PortalCaller } from './portal.rules.ts';

/** What a customer's purchases have granted them; what was revoked is not theirs any more. */
@Injectable()
export class PortalGrants {
  constructor(
    private readonly documents: Documents,
    private readonly customers: PortalCustomers,
    private readonly benefits: BenefitReader,
    private readonly benefitPresenter: BenefitPresenter,
    private readonly organizations: OrganizationReader,
    private readonly organizationPresenter: OrganizationPresenter,
    private readonly held: HeldPresenter,
  ) {}

  /** @param checkoutIds only of what these created */
  async of(
    list: ListRequest,
    checkoutIds: readonly string[] | undefined,
    caller: PortalCaller,
  ): Promise<Page<PortalGrant>> {
    const where = [...(await this.coveredBy(caller)), ...list.where];
    if (checkoutIds) where.push(await this.fromCheckouts(checkoutIds, caller));
    const { items, total } = await this.documents.list(grantProjection, { ...list, where }, caller);
    return pageOf(await this.presentAll(items, caller), total, list.limit);
  }

  /** @throws NotFound it does not exist, was revoked, or the session does not cover it */
  async one(id: string, caller: PortalCaller): Promise<PortalGrant> {
    const where: Where = { and: [{ eq: ['id', id] }, ...(await this.coveredBy(caller))] };
    const { items } = await this.documents.find(grantProjection, { where, limit: 1 }, caller);
    const [grant] = await this.presentAll(items, caller);
    if (!grant) throw new NotFound();
    return grant;
  }

  /** Of the license keys that the customer holds. */
  async licenseKeyIds(caller: PortalCaller): Promise<string[]> {
    const where = { and: [...(await this.coveredBy(caller)), { eq: ['benefit_type', 'license_keys'] } as Where] };
    const grants = await this.documents.all(grantProjection, { where }, caller);
    return grants.flatMap(({ properties }) => properties.license_key_id ?? []);
  }

  /** All that the customer holds, for the export of their data. */
  async all(caller: PortalCaller): Promise<PortalGrant[]> {
    const where = { and: await this.coveredBy(caller) };
    return this.presentAll(await this.documents.all(grantProjection, { where }, caller), caller);
  }

  /** All that give files now. */
  async withFiles(
    { where, sort }: Pick<ListRequest, 'where' | 'sort'>,
    caller: PortalCaller,
  ): Promise<GrantDocument[]> {
    const live: Where[] = [{ eq: ['benefit_type', 'downloadables'] }, { eq: ['is_granted', true] }];
    const found: Where = { and: [...(await this.coveredBy(caller)), ...live, ...where] };
    return this.documents.all(grantProjection, { where: found, sort }, caller);
  }

  private async coveredBy(caller: PortalCaller): Promise<Where[]> {
    const own: Where[] = [{ eq: ['customer_id', caller.id] }, { eq: ['is_revoked', false] }];
    return caller.checkoutId === undefined ? own : [...own, await this.fromCheckouts([caller.checkoutId], caller)];
  }

  /** Grants name the purchase that they come from, which names its checkout. */
  private async fromCheckouts(checkoutIds: readonly string[], caller: PortalCaller): Promise<Where> {
    const where: Where = { and: [...coveredBy(caller), { in: ['checkout_id', checkoutIds] }] };
    const [subscriptions, orders] = await Promise.all([
      this.documents.ids(subscriptionProjection, where, caller),
      this.documents.ids(orderProjection, where, caller),
    ]);
    return { or: [{ in: ['subscription_id', subscriptions] }, { in: ['order_id', orders] }] };
  }

  private async presentAll(documents: readonly GrantDocument[], caller: PortalCaller): Promise<PortalGrant[]> {
    const [document, benefits, organizations, shown] = await Promise.all([
      this.customers.demand(caller),
      this.benefits.named(documents.map(({ benefit_id }) => benefit_id)),
      this.organizations.find(caller.organizationIds),
      this.held.shown(documents),
    ]);
    const customer = await this.customers.present(document, caller);
    return documents.map((document) => {
      const { organization_id, benefit_type, previous_properties, link_id, previous_link_id, ...grant } = document;
      const organization = organizations.get(organization_id);
      // The seller has been deleted.
      if (!organization) throw new NotFound();
      const named = benefits.get(grant.benefit_id)!;
      const { metadata, terms } = named;
      const benefit = {
        ...this.benefitPresenter.presentPublic(named),
        metadata,
        properties: customersProperties(terms),
      };
      return {
        ...grant,
        properties: shown(document),
        customer,
        benefit: { ...benefit, organization: this.organizationPresenter.presentPublic(organization) },
      };
    });
  }
}
