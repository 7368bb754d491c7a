import { PROCESSOR_CALLS, type PaymentProcessor } from '../../features/billing/payments/payment-processor.ts';
import type { Telemetry } from '../../kernel/ports/telemetry.ts';

type Call = (typeof PROCESSOR_CALLS)[number];

function isCall(name: PropertyKey): name is Call {
  return (PROCESSOR_CALLS as readonly PropertyKey[]).includes(name);
}

/** The same processor, with what it can do beyond the port, but its calls are measured. */
export function measuredPaymentProcessor<P extends PaymentProcessor>(processor: P, telemetry: Telemetry): P {
  const measured = (name: Call) => (argument: never) => {
    const labels = { 'tillbook.call': `payment ${name}` };
    return telemetry.measure({ kind: 'call', name: `call payment ${name}`, labels }, async (note) => {
      const answer = await processor[name](argument);
      if (answer && 'outcome' in answer) note({ 'tillbook.outcome': answer.outcome });
      return answer;
    });
  };
  const methods = new Map(PROCESSOR_CALLS.map((name) => [name, measured(name)]));
  return new Proxy(processor, {
    get(target, name) {
      if (isCall(name)) return methods.get(name);
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}
