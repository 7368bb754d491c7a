import { Injectable } from '@nestjs/common';
import { Documents, resource } from '../../../app/reading/documents.ts';
import { BenefitReader } from '../benefits/benefits.queries.ts';
import { CustomerMeterPresenter, CustomerMeterReader } from '../customer-meters/customer-meters.queries.ts';
import { SubscriptionMeters } from '../customer-meters/subscription-meters.queries.ts';
import { CustomFieldReader } from '../custom-fields/custom-fields.queries.ts';
import { CustomerPresenter } from '../customers/customers.queries.ts';
import { MeterReader } from '../meters/meters.queries.ts';
import { customerStateProjection, type CustomerStateDocument } from './customer-state.projection.ts';
import type { CustomerState, CustomerStateMeter } from './customer-states.dto.ts';

@Injectable()
export class CustomerStatePresenter {
  constructor(
    private readonly customers: CustomerPresenter,
    private readonly fields: CustomFieldReader,
    private readonly meters: MeterReader,
    private readonly customerMeters: CustomerMeterReader,
    private readonly customerMeterPresenter: CustomerMeterPresenter,
    private readonly subscriptionMeters: SubscriptionMeters,
    private readonly benefits: BenefitReader,
  ) {}

  async present(document: CustomerStateDocument): Promise<CustomerState> {
    return (await this.presentAll([document]))[0]!;
  }

  async presentAll(documents: readonly CustomerStateDocument[]): Promise<CustomerState[]> {
    const subscribed = documents.flatMap(({ id: customer_id, subscriptions }) =>
      subscriptions.map(({ meter_ids: meterIds, ...one }) => ({ ...one, customer_id, meterIds })),
    );
    const [customerOf, dataOf, linesOf, active, benefits] = await Promise.all([
      this.customers.shown(documents),
      this.fields.shown(subscribed.map(({ custom_field_values }) => custom_field_values)),
      this.subscriptionMeters.baseLinesOf(subscribed),
      Promise.all(documents.map(({ id }) => this.metersOf(id))),
      this.benefits.named(documents.flatMap(({ grants }) => grants.map(({ benefit_id }) => benefit_id))),
    ]);
    return documents.map(({ subscriptions, grants, ...customer }, at) => ({
      ...customerOf(customer),
      active_subscriptions: subscriptions.flatMap(({ status, custom_field_values, meter_ids: _, ...subscription }) => {
        if (status !== 'active') return [];
        const [custom_field_data, meters] = [dataOf(custom_field_values), linesOf.get(subscription.id)!];
        return [{ ...subscription, custom_field_data, status, seats: null, units: null, meters }];
      }),
      granted_benefits: grants.flatMap(({ granted_at, ...grant }) =>
        granted_at === null
          ? []
          : [{ ...grant, granted_at, benefit_metadata: benefits.get(grant.benefit_id)!.metadata }],
      ),
      active_meters: active[at]!,
    }));
  }

  private async metersOf(customerId: string): Promise<CustomerStateMeter[]> {
    const rows = await this.customerMeters.ofCustomer(customerId);
    const meters = await this.meters.named(rows.map(({ meter_id }) => meter_id));
    const counted = await this.customerMeterPresenter.countedAll(rows, meters);
    return counted.map(({ customer_id: _, ...meter }) => meter);
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
