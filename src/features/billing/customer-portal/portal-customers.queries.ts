import { Injectable } from '@nestjs/common';
import { NotFound } from '../../../kernel/errors.ts';
import { OrganizationReader } from '../../accounts/organizations/organizations.queries.ts';
import type { CustomerDocument } from '../customers/customer.projection.ts';
import { CustomerReader } from '../customers/customers.queries.ts';
import { LinkedAccountReader } from '../remote-access/linked-accounts.queries.ts';
import type { PortalCustomer } from './portal.dto.ts';
import { UpdatesNotAllowed } from './portal.errors.ts';
import type { PortalCaller } from './portal.rules.ts';

/** The customer of a session, as the portal shows them. */
@Injectable()
export class PortalCustomers {
  constructor(
    private readonly customers: CustomerReader,
    private readonly organizations: OrganizationReader,
    private readonly accounts: LinkedAccountReader,
  ) {}

  async get(caller: PortalCaller): Promise<PortalCustomer> {
    return this.present(await this.demand(caller), caller);
  }

  /** Who bought with a customer's e-mail alone is not shown what else is known of the customer. */
  async present(document: CustomerDocument, caller: PortalCaller): Promise<PortalCustomer> {
    const { id, created_at, modified_at, email, email_verified } = document;
    const isWhole = caller.checkoutId === undefined;
    const accounts = isWhole ? await this.accounts.of(id, caller) : [];
    return {
      id,
      created_at,
      modified_at,
      email,
      email_verified,
      limited_to_checkout: !isWhole,
      name: isWhole ? document.name : null,
      billing_name: null,
      billing_address: isWhole ? document.billing_address : null,
      tax_id: isWhole ? document.tax_id : null,
      erasure_requested_at: isWhole ? document.erasure_requested_at : null,
      oauth_accounts: Object.fromEntries(
        accounts.map(({ platform, account }) => [
          `${platform}:${account.id}`,
          { account_id: account.id, account_username: account.username },
        ]),
      ),
    };
  }

  async demand(caller: PortalCaller): Promise<CustomerDocument> {
    const customer = await this.customers.folded(caller.id, caller);
    if (!customer) throw new NotFound();
    return customer;
  }

  /** @throws UpdatesNotAllowed the seller does not let customers change anything but what they can always do (docs/BILLING.md#customer-portal) */
  async demandUpdates({ organizationIds: [organizationId] }: PortalCaller): Promise<void> {
    const organization = (await this.organizations.find([organizationId!])).get(organizationId!);
    if (organization?.subscription_settings.allow_customer_updates !== true) throw new UpdatesNotAllowed();
  }
}
