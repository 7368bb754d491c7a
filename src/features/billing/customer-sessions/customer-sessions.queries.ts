import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '../../../app/tokens.ts';
import type { Config } from '../../../config.ts';
import { NotFound } from '../../../kernel/errors.ts';
import { OrganizationReader } from '../../accounts/organizations/organizations.queries.ts';
import type { CustomerDocument } from '../customers/customer.projection.ts';
import { CustomerPresenter } from '../customers/customers.queries.ts';
import type { CustomerSession } from './customer-sessions.dto.ts';
import type { OpenedSession } from './customer-sessions.service.ts';

/** A session with its customer and the portal's address, on the wire. */
@Injectable()
export class CustomerSessionPresenter {
  constructor(
    private readonly customers: CustomerPresenter,
    private readonly organizations: OrganizationReader,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async present(
    { id, token, createdAt, expiresAt }: OpenedSession,
    customer: CustomerDocument,
  ): Promise<CustomerSession> {
    return {
      id,
      created_at: createdAt,
      modified_at: null,
      token,
      expires_at: expiresAt,
      customer_portal_url: await this.portalOf(customer, token),
      return_url: null,
      customer_id: customer.id,
      customer: await this.customers.present(customer),
    };
  }

  private async portalOf({ organization_id }: CustomerDocument, token: string): Promise<string> {
    const organization = (await this.organizations.find([organization_id])).get(organization_id);
    if (!organization) throw new NotFound();
    return `${this.config.baseUrl}/${organization.slug}/portal?customer_session_token=${token}`;
  }
}
