import type { Feature } from '../../app/feature.ts';
import { BusinessClock } from './business-clock.ts';
import { ClockController, PaymentSettlementController, RefundSettlementController } from './sandbox.controller.ts';

/** Its routes answer only while the sandbox is on (docs/SANDBOX.md#who-may-use-it). */
export const sandbox: Feature = {
  controllers: [ClockController, PaymentSettlementController, RefundSettlementController],
  providers: [BusinessClock],
};
