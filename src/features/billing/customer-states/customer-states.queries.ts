import { Injectable } from '@nestjs/common';
import { Documents, resource } from '../../../app/documents.ts';
import { CustomerPresenter } from '../customers/customers.queries.ts';
import { customerStateProjection, type CustomerStateDocument } from './customer-state.projection.ts';
import type { CustomerState } from './customer-states.dto.ts';

@Injectable()
export class CustomerStatePresenter {
  constructor(private readonly customers: CustomerPresenter) {}

  present({ subscriptions, grants, ...customer }: CustomerStateDocument): CustomerState {
    return {
      ...this.customers.present(customer),
      active_subscriptions: subscriptions.flatMap(({ status, ...subscription }) =>
        status === 'active' ? [{ ...subscription, status }] : [],
      ),
      granted_benefits: grants.flatMap(({ granted_at, ...grant }) =>
        granted_at === null ? [] : [{ ...grant, granted_at }],
      ),
      active_meters: [],
    };
  }

  presentAll(documents: readonly CustomerStateDocument[]): CustomerState[] {
    return documents.map((document) => this.present(document));
  }
}

@Injectable()
export class CustomerStateQueries extends resource(customerStateProjection, CustomerStatePresenter, {
  isHidden: ({ deleted_at }) => deleted_at !== null,
}) {}

/** The body of `customer.state_changed`, for deleted customers too. */
@Injectable()
export class CustomerStateWebhook {
  constructor(
    private readonly documents: Documents,
    private readonly presenter: CustomerStatePresenter,
  ) {}

  async present(customerId: string): Promise<CustomerState | undefined> {
    const state = await this.documents.get(customerStateProjection, customerId, 'any');
    return state && this.presenter.present(state);
  }
}
