import type { CheckoutPublic } from '@/api/types';
import { money } from '@/lib/format';
import { cx } from '@/lib/cx';
import { Contact } from './Seller';

/** What there is to pay, line by line down to the total, and the benefits. */
export function Bill({ checkout }: { checkout: CheckoutPublic }) {
  const { product, amount, discount_amount, tax_amount, total_amount, currency } = checkout;
  const interval = product.recurring_interval;
  return (
    <section aria-label="Bill" className="receipt max-w-receipt">
      <dl className="grid gap-2 pb-3">
        <Line name={product.name} amount={money(amount, currency)} />
        {discount_amount > 0 && <Line name="Discount" amount={money(-discount_amount, currency)} />}
        {tax_amount !== 0 && (
          <Line name="Tax" amount={tax_amount === null ? 'with your address' : money(tax_amount, currency)} />
        )}
      </dl>
      <dl className="receipt-cut pt-3">
        <Line name={totalName(checkout)} amount={money(total_amount, currency)} total />
      </dl>
      {interval && checkout.status === 'open' && (
        <p className="pt-2 text-soft">
          {checkout.is_payment_setup_required
            ? `Then ${money(total_amount, currency)} every ${interval}. To cancel, `
            : `Renews every ${interval} at no charge. To cancel, `}
          <Contact organization={checkout.organization} />.
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

function totalName({ status, total_amount }: CheckoutPublic): string {
  if (status === 'open') return 'Due today';
  return status === 'succeeded' && total_amount > 0 ? 'Paid' : 'Total';
}

function Line({ name, amount, total }: { name: string; amount: string; total?: boolean }) {
  return (
    <div className={cx('leader', total && 'text-lead font-medium')}>
      <dt className="min-w-0">{name}</dt>
      <span aria-hidden="true" className="leader-dots" />
      <dd className={cx('shrink-0', total && 'border-b-3 border-double border-ink')}>{amount}</dd>
    </div>
  );
}
