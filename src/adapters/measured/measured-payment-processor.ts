import type { PaymentProcessor } from '../../features/billing/payments/payment-processor.ts';
import type { Telemetry } from '../../kernel/ports/telemetry.ts';

/** What goes to the processor's server. */
const CALLS = [
  'createCustomer',
  'setUpMethod',
  'setupStatusOf',
  'methodOf',
  'forgetMethod',
  'charge',
  'chargeOffSession',
  'statusOf',
  'refund',
] as const;
type Call = (typeof CALLS)[number];

function isCall(name: PropertyKey): name is Call {
  return (CALLS as readonly PropertyKey[]).includes(name);
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
  const methods = new Map(CALLS.map((name) => [name, measured(name)]));
  return new Proxy(processor, {
    get(target, name) {
      if (isCall(name)) return methods.get(name);
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}
