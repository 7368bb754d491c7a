import type { CheckoutPublic } from '@/api/types';
import { money } from '@/lib/format';
import { Button } from '@/ui/Button';
import { FieldError } from '@/ui/Field';
import type { PayForm } from './usePayForm';
import { discountWords } from './words';

/** The discount, or the field for a code: both in the same room, so that nothing moves. */
export function DiscountCode({ checkout, entered }: { checkout: CheckoutPublic; entered: PayForm }) {
  const { discount, discount_amount, currency, allow_discount_codes: allowed, discount_id } = checkout;
  const { edits, errors, fail, register, latest } = entered;
  const error = errors.code;
  if (discount_id !== null) {
    return (
      <div className="grid min-h-14 content-start gap-1">
        <p className="leader min-h-8 items-center!">
          <span className="min-w-0 break-words">{discountWords(discount)}</span>
          <span aria-hidden="true" className="leader-dots" />
          <span className="shrink-0">{money(-discount_amount, currency)}</span>
        </p>
        {allowed && discount?.code && (
          <button
            type="button"
            className="link justify-self-start"
            onClick={() => edits.edit('code', () => ({ discount_code: null }))}
          >
            Remove {discount.code}
          </button>
        )}
      </div>
    );
  }
  if (!allowed || !checkout.is_discount_applicable) return null;
  const apply = () => {
    const code = latest().code.trim();
    if (code) edits.edit('code', () => ({ discount_code: code }));
    else fail('code', 'Enter the code first.');
  };
  return (
    <div className="grid min-h-14 content-start gap-1">
      <div className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-2">
        <label htmlFor="discount-code">Discount code</label>
        <input
          id="discount-code"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          className="control"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? 'discount-code-error' : undefined}
          {...register('code')}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            apply();
          }}
        />
        <Button onClick={apply}>Apply</Button>
      </div>
      <FieldError id="discount-code-error" error={error} />
    </div>
  );
}
