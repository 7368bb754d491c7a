import type { ReactNode } from 'react';
import type { CheckoutPublic } from '@/api/types';
import { money } from '@/lib/format';
import { cx } from '@/lib/cx';
import { courseWords, discountWords, dueToday, meteredPrices, renewalWords, trialLine, unitWords } from './words';

interface BillProps {
  checkout: CheckoutPublic;
  /** Amounts are about to change. */
  busy?: boolean;
  /** In place of the discount's line: the field for a code. */
  discount?: ReactNode;
}

/** What there is to pay, line by line down to the total, and the benefits. Every line that may come has its room from the start. */
export function Bill({ checkout, busy = false, discount }: BillProps) {
  const { product, product_price, amount, discount_amount, tax_amount, currency } = checkout;
  const isFree = product_price.amount_type === 'free';
  const isOpen = checkout.status === 'open';
  const trial = trialLine(checkout);
  const course = courseWords(checkout);
  const renewal = course ?? (isOpen ? renewalWords(checkout) : undefined);
  return (
    <section aria-label="Bill" aria-busy={busy} className="receipt max-w-receipt">
      <dl className="grid gap-2">
        {product_price.amount_type !== 'metered_unit' && <Line name={product.name} amount={money(amount, currency)} />}
        {meteredPrices(product).map((price) => (
          <Line key={price.id} name={`${price.meter.name}, by use`} amount={`${unitWords(price)} each`}>
            {price.cap_amount !== null &&
              `At most ${money(price.cap_amount, currency)} a ${product.recurring_interval}.`}
          </Line>
        ))}
        {!discount && discount_amount > 0 && (
          <Line name={discountWords(checkout.discount)} amount={money(-discount_amount, currency)} />
        )}
      </dl>
      {discount && <div className="pt-2 empty:hidden">{discount}</div>}
      {!isFree && (
        <dl className="py-2">
          <Line
            name="Tax"
            amount={tax_amount === null ? 'Calculated with your address' : money(tax_amount, currency)}
          />
          {trial && <Line name={trial.name} amount={money(trial.amount, currency)} />}
        </dl>
      )}
      <dl className={cx('receipt-cut pt-3', isFree && 'mt-3')}>
        <Line name={totalName(checkout)} amount={money(dueToday(checkout), currency)} total />
      </dl>
      {renewal && (
        <p className="min-h-12 pt-2 text-soft">
          {renewal}.{isOpen && ' You can cancel at any time.'}
        </p>
      )}
      {product.benefits.length > 0 && (
        <div className="receipt-cut mt-4 pt-3">
          <h2 className="pb-1 font-medium">{checkout.status === 'succeeded' ? 'Included' : 'You get'}</h2>
          <ul className="grid gap-1">
            {product.benefits.map(({ id, description }) => (
              <li key={id} className="grid grid-cols-[2ch_1fr] text-soft">
                <span aria-hidden="true">+</span>
                {description}
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}

function totalName(checkout: CheckoutPublic): string {
  const { status } = checkout;
  if (status === 'open') return 'Due today';
  return status === 'succeeded' && dueToday(checkout) > 0 ? 'Paid' : 'Total';
}

interface LineProps {
  name: string;
  amount: string;
  total?: boolean;
  /** A note below it. */
  children?: ReactNode;
}

function Line({ name, amount, total, children }: LineProps) {
  return (
    <div className={cx('leader flex-wrap', total && 'text-lead font-medium')}>
      <dt className="min-w-0">{name}</dt>
      <span aria-hidden="true" className="leader-dots" />
      <dd className={cx('shrink-0', total && 'border-b-3 border-double border-ink')}>{amount}</dd>
      {children && <dd className="basis-full text-faint">{children}</dd>}
    </div>
  );
}
