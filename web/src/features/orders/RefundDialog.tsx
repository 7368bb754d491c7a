import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Controller } from 'react-hook-form';
import { applyFieldErrors } from '@/api/form-errors';
import { productQuery } from '@/api/products';
import { useRefund, type NewRefund } from '@/api/refunds';
import type { Order, Refund, RefundReason } from '@/api/types';
import { ABSENT, money } from '@/lib/format';
import { stepError } from '@/lib/amounts';
import { refundable, refundReasons, refundSplit, taxShare } from '@/lib/refunds';
import { announce } from '@/ui/Announcer';
import { Button } from '@/ui/Button';
import { Checkbox } from '@/ui/Choice';
import { Dialog } from '@/ui/Dialog';
import { DialogCancel } from '@/ui/DialogCancel';
import { Fact, Facts } from '@/ui/Facts';
import { Select, Textarea } from '@/ui/Field';
import { Form, FormError } from '@/ui/Form';
import { useGuardedForm } from '@/ui/guarded-form';
import { MoneyInput } from '@/ui/MoneyInput';

interface RefundDialogProps {
  order: Order;
  refunds: readonly Refund[];
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

interface RefundFields {
  amount: number | null;
  reason: RefundReason;
  comment: string;
  revoke_benefits: boolean;
}

export function RefundDialog({ order, refunds, open, onOpenChange }: RefundDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Refund order ${order.number}`}
      description="The card that paid is refunded, and the customer gets a mail. A refund cannot be undone."
    >
      <RefundForm order={order} refunds={refunds} onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

function RefundForm({ order, refunds, onDone }: Pick<RefundDialogProps, 'order' | 'refunds'> & { onDone: () => void }) {
  const { currency } = order;
  const refund = useRefund();
  const left = refundable(order, refunds);
  const form = useGuardedForm<RefundFields>({
    draft: `refund ${order.id}`,
    defaultValues: { amount: left.amount, reason: 'customer_request', comment: '', revoke_benefits: false },
  });
  const { errors, isSubmitting } = form.formState;
  const amount = form.watch('amount');
  const isPossible = amount !== null && amount >= 1 && amount <= left.amount;
  const tax = isPossible ? taxShare(amount, order, left) : null;
  const total = isPossible && tax !== null ? amount + tax : null;
  const back = total === null ? null : money(total, currency);
  const { card, credit } = refundSplit(total ?? 0, order, refunds);

  const submit = form.handleSubmit(async (fields) => {
    try {
      const { status, failure_message } = await refund.mutateAsync(contentOf(order, fields));
      if (status === 'failed') {
        form.setError('root', { type: 'server', message: `It was refused. ${failure_message ?? ''}`.trim() });
        return;
      }
      announce(status === 'pending' ? 'Refund requested' : 'Refunded');
      onDone();
    } catch (error) {
      applyFieldErrors(form, error);
    }
  });

  return (
    <Form draft={form.draft} onSubmit={submit}>
      <FormError message={errors.root?.message} />
      <Controller
        control={form.control}
        name="amount"
        rules={{
          validate: (value) =>
            typeof value === 'number' && value >= 1 && value <= left.amount
              ? value === left.amount || (stepError(value, currency) ?? true)
              : `Enter an amount up to ${money(left.amount, currency)}.`,
        }}
        render={({ field }) => (
          <MoneyInput
            label={order.tax_amount > 0 ? 'Amount without tax' : 'Amount'}
            hint={`${money(left.amount, currency)} of it can still be refunded.`}
            currency={currency}
            error={errors.amount?.message}
            {...field}
          />
        )}
      />
      <Facts>
        {order.tax_amount > 0 && (
          <Fact term="Its tax" figures>
            {money(tax, currency)}
          </Fact>
        )}
        <Fact term="The customer gets" figures total>
          {back ?? ABSENT}
        </Fact>
        {credit > 0 && (
          <>
            <Fact term="To the card" figures>
              {money(card, currency)}
            </Fact>
            <Fact term="As credit, since credit paid it" figures>
              {money(credit, currency)}
            </Fact>
          </>
        )}
      </Facts>
      <Select label="Reason" error={errors.reason?.message} {...form.register('reason')}>
        {refundReasons.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
      <Textarea
        label="Comment"
        optional
        hint="For your own records; the customer does not see it."
        rows={2}
        error={errors.comment?.message}
        {...form.register('comment', { maxLength: { value: 5_000, message: 'Keep it under 5,001 characters.' } })}
      />
      <Benefits order={order}>
        {(names) => (
          <Checkbox
            label="Revoke the benefits of this order"
            hint={`Once the refund has succeeded: ${names}.`}
            {...form.register('revoke_benefits')}
          />
        )}
      </Benefits>
      <div className="flex flex-wrap justify-end gap-2">
        <DialogCancel />
        <Button type="submit" kind="primary" busy={isSubmitting && 'Refunding'}>
          {back === null ? 'Refund' : `Refund ${back}`}
        </Button>
      </div>
    </Form>
  );
}

/** What the customer has by the order: benefits of a purchase can be revoked with its refund, those of a subscription only end with it. */
function Benefits({ order, children }: { order: Order; children: (names: string) => ReactNode }) {
  const product = useQuery(productQuery(order.product_id));
  const names = product.data?.benefits.map(({ description }) => description) ?? [];
  if (names.length === 0) return null;
  if (order.subscription_id === null) return children(names.join(', '));
  return <p className="text-soft">The subscription and its benefits stay as they are: end it on its own page.</p>;
}

function contentOf({ id }: Order, { amount, comment, ...fields }: RefundFields): NewRefund {
  return { order_id: id, amount: amount!, ...fields, comment: comment.trim() || null };
}
