import { Injectable } from '@nestjs/common';
import { Documents, resource } from '../../../app/documents.ts';
import { CustomFieldReader } from '../custom-fields/custom-fields.queries.ts';
import { CustomerPresenter } from '../customers/customers.queries.ts';
import { customerStateProjection, type CustomerStateDocument } from './customer-state.projection.ts';
import type { CustomerState } from './customer-states.dto.ts';

@Injectable()
export class CustomerStatePresenter {
  constructor(
    private readonly customers: CustomerPresenter,
    private readonly fields: CustomFieldReader,
  ) {}

  async present(document: CustomerStateDocument): Promise<CustomerState> {
    return (await this.presentAll([document]))[0]!;
  }

  async presentAll(documents: readonly CustomerStateDocument[]): Promise<CustomerState[]> {
    const dataOf = await this.fields.shown(
      documents.flatMap(({ subscriptions }) => subscriptions.map(({ custom_field_values }) => custom_field_values)),
    );
    return documents.map(({ subscriptions, grants, ...customer }) => ({
      ...this.customers.present(customer),
      active_subscriptions: subscriptions.flatMap(({ status, custom_field_values, ...subscription }) =>
        status === 'active' ? [{ ...subscription, custom_field_data: dataOf(custom_field_values), status }] : [],
      ),
      granted_benefits: grants.flatMap(({ granted_at, ...grant }) =>
        granted_at === null ? [] : [{ ...grant, granted_at }],
      ),
      active_meters: [],
    }));
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
