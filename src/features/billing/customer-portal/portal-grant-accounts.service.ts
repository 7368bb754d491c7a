import { Injectable } from '@nestjs/common';
import { Commands } from '../../../app/commands.ts';
import { Documents } from '../../../app/reading/documents.ts';
import { InvalidInput, NotFound } from '../../../kernel/errors.ts';
import type { Context } from '../../../kernel/writing/command.ts';
import { BenefitReader } from '../benefits/benefits.queries.ts';
import { ChooseGrantAccount } from '../grants/grant.commands.ts';
import { GrantRevoked } from '../grants/grant.errors.ts';
import { grantProjection, type GrantDocument } from '../grants/grant.projection.ts';
import { accessOf } from '../grants/held.rules.ts';
import { LinkedAccountReader } from '../remote-access/linked-accounts.queries.ts';
import type { PortalGrantUpdate } from './portal.dto.ts';
import type { PortalCaller } from './portal.rules.ts';

/** Which of a customer's linked accounts has what a grant gives. */
@Injectable()
export class PortalGrantAccounts {
  constructor(
    private readonly commands: Commands,
    private readonly documents: Documents,
    private readonly benefits: BenefitReader,
    private readonly accounts: LinkedAccountReader,
  ) {}

  /**
   * Nothing, where the benefit is not given to an account.
   * @throws NotFound it is not the customer's · GrantRevoked · InvalidInput the account is not linked, or the type is another one
   */
  async choose(id: string, body: PortalGrantUpdate, caller: PortalCaller, context: Context): Promise<void> {
    const grant = await this.documents.get(grantProjection, id, caller);
    if (grant?.customer_id !== caller.id) throw new NotFound();
    if (grant.is_revoked) throw new GrantRevoked();
    const { benefit_type, properties } = body;
    if (benefit_type !== grant.benefit_type)
      throw InvalidInput.at('body.benefit_type', `The benefit is of type ${grant.benefit_type}.`);
    const [benefit] = await this.benefits.live([grant.benefit_id], caller);
    const access = benefit && accessOf(benefit.terms);
    if (!access) return;
    if (!properties) throw InvalidInput.at('body.properties', 'Field required', 'missing');
    const linkId = await this.linkOf(properties.account_id, access.platform, caller);
    const { customerId, benefitId } = ofGrant(grant);
    await this.commands.execute(
      new ChooseGrantAccount({ customerId, benefitId, grantId: id, access, linkId }, context),
    );
  }

  private async linkOf(accountId: string, platform: string, caller: PortalCaller): Promise<string> {
    const accounts = await this.accounts.of(caller.id, caller);
    const chosen = accounts.find((one) => one.platform === platform && one.account.id === accountId);
    if (!chosen) throw InvalidInput.at('body.properties.account_id', 'OAuth account does not exist.');
    return chosen.link_id;
  }
}

function ofGrant({ customer_id: customerId, benefit_id: benefitId }: GrantDocument) {
  return { customerId, benefitId };
}
