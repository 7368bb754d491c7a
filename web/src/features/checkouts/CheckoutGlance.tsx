import type { Checkout } from '@/api/types';
import { checkoutAnswer } from '@/lib/answers';
import { money, text } from '@/lib/format';
import { clockTime, day, fromNow, useNow } from '@/lib/time';
import { Answer, Figure } from '@/ui/Answer';

/** Whether it has sold, or until when it can. */
export function CheckoutGlance({ checkout }: { checkout: Checkout }) {
  const now = useNow();
  const { status, currency, created_at, expires_at } = checkout;
  const expires = status === 'open' || status === 'expired';
  const relative = (at: string) => fromNow(Date.parse(at), now);
  return (
    <Answer answer={checkoutAnswer(checkout, now)}>
      <Figure label="Total">{money(checkout.total_amount ?? checkout.amount, currency)}</Figure>
      <Figure label="Customer" note={checkout.customer_name}>
        <span className="text-body font-normal">{text(checkout.customer_email)}</span>
      </Figure>
      <Figure label="Created" note={relative(created_at)}>
        {day(created_at)}
      </Figure>
      <Figure label={status === 'expired' ? 'Expired' : 'Expires'} note={expires && relative(expires_at)}>
        {expires ? `${day(expires_at)}, ${clockTime(expires_at).slice(0, 5)}` : text(null)}
      </Figure>
    </Answer>
  );
}
