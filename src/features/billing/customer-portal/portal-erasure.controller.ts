import { Delete, HttpCode, Post } from '@nestjs/common';
import { Commands } from '../../../app/commands.ts';
import { BillingController, Scopes } from '../../../app/http/api.ts';
import type { Caller } from '../../../app/http/callers/caller.ts';
import { CallerOf, Ctx } from '../../../app/http/request-state.ts';
import { project } from '../../../kernel/reading/projection.ts';
import type { Context } from '../../../kernel/writing/command.ts';
import { RequestCustomerErasure, WithdrawCustomerErasure } from '../customers/customer.commands.ts';
import { customerProjection } from '../customers/customer.projection.ts';
import { PortalCustomers } from './portal-customers.queries.ts';
import { PortalCustomer } from './portal.dto.ts';

/** Not in the contract: a customer asks to be erased. The seller confirms it by deleting them (docs/BILLING.md#deleting-a-customer). */
@BillingController('customer-portal/customers/me/erasure-request')
export class PortalErasureController {
  constructor(
    private readonly commands: Commands,
    private readonly customers: PortalCustomers,
  ) {}

  @Post()
  @HttpCode(200)
  @Scopes('customer_portal:write')
  ask(@CallerOf() caller: Caller, @Ctx() context: Context): Promise<PortalCustomer> {
    return this.answer(new RequestCustomerErasure({ customerId: caller.id }, context), caller);
  }

  @Delete()
  @Scopes('customer_portal:write')
  withdraw(@CallerOf() caller: Caller, @Ctx() context: Context): Promise<PortalCustomer> {
    return this.answer(new WithdrawCustomerErasure({ customerId: caller.id }, context), caller);
  }

  private async answer(
    command: RequestCustomerErasure | WithdrawCustomerErasure,
    caller: Caller,
  ): Promise<PortalCustomer> {
    const { history } = await this.commands.execute(command);
    return this.customers.present(project(customerProjection, history)!, caller);
  }
}
