import { Module } from '@nestjs/common';
import type { Feature } from '../../app/feature.ts';
import { BusinessClock } from './business-clock.ts';
import { RefundsModule } from '../billing/refunds/refunds.module.ts';
import { ClockController, PaymentSettlementController, RefundSettlementController } from './sandbox.controller.ts';

@Module({
  imports: [RefundsModule],
  controllers: [ClockController, PaymentSettlementController, RefundSettlementController],
  providers: [BusinessClock],
  exports: [BusinessClock],
})
export class SandboxModule {}

/** Its routes answer only while the sandbox is on (docs/SANDBOX.md#who-may-use-it). */
export const sandbox: Feature = { module: SandboxModule };
