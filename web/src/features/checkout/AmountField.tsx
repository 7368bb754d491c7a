import type { CheckoutPublic, ProductPrice } from '@/api/types';
import type { TypedAmount } from '@/lib/amounts';
import { MoneyInput } from '@/ui/MoneyInput';
import type { PayForm } from './usePayForm';
import { amountError, limitWords } from './words';

/** Long enough to type the next digit. */
const PAUSE_MS = 500;

interface AmountFieldProps {
  checkout: CheckoutPublic;
  entered: PayForm;
  price: Extract<ProductPrice, { amount_type: 'custom' }>;
}

/** For a price that the buyer chooses. */
export function AmountField({ checkout, entered, price }: AmountFieldProps) {
  const { currency, product } = checkout;
  const { edits, values, latest, errors, set, fail } = entered;

  function change(next: TypedAmount): void {
    set('amount', next);
    if (typeof next !== 'number' || amountError(next, price, currency)) edits.drop('amount');
    else edits.edit('amount', () => ({ amount: next }), PAUSE_MS);
  }

  return (
    <div className="mb-6 max-w-receipt">
      <MoneyInput
        label={product.recurring_interval ? `You pay every ${product.recurring_interval}` : 'You pay'}
        hint={limitWords(price, currency)}
        error={errors.amount}
        name="amount"
        currency={currency}
        value={values.amount}
        onChange={change}
        onBlur={() => {
          const problem = amountError(latest().amount, price, currency);
          if (problem) fail('amount', problem);
        }}
      />
    </div>
  );
}
