import { CommandHandler } from '@nestjs/cqrs';
import { Commands } from '../../../app/commands.ts';
import { LinkCustomerMeter, LinkReportedUsage } from './customer-meter.commands.ts';
import { CustomerMeterReader } from './customer-meters.queries.ts';
import { MeterPeriods } from './meter-periods.service.ts';

@CommandHandler(LinkReportedUsage)
export class LinkReportedUsageHandler {
  constructor(
    private readonly commands: Commands,
    private readonly periods: MeterPeriods,
    private readonly customerMeters: CustomerMeterReader,
  ) {}

  async execute({ data: { customerId, owner }, context }: LinkReportedUsage): Promise<void> {
    await this.periods.measured();
    for (const { organization_id: organizationId, meter_id: meterId } of await this.customerMeters.ofOwner(owner)) {
      const data = { organizationId, customerId, meterId, owner };
      const scoped = { ...context, organizationId };
      await this.commands.execute(new LinkCustomerMeter(data, scoped, `LinkCustomerMeter:${meterId}`));
    }
  }
}
