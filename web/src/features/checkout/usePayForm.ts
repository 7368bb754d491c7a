import { useRouter } from '@tanstack/react-router';
import { useEffect, useReducer, useRef, useState, type FormEvent } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { checkoutQuery, updateCheckout, useConfirmCheckout, type Purchase } from '@/api/checkout';
import { ApiError } from '@/api/error';
import { queryClient } from '@/api/query-client';
import type { CheckoutPublic } from '@/api/types';
import { money } from '@/lib/format';
import { showFirstWrong } from '@/ui/first-wrong';
import { Edits } from './edits';
import { changeAt, enteredIn, fieldNames, problemsIn, purchaseOf, type FieldName, type PayFields } from './entered';
import { declineWords, refusalAt } from './words';

/** '' is the whole form. */
type Errors = Partial<Record<FieldName | '', string>>;

/** Fields that a payment processor shows and reads itself. */
export interface CardFields {
  /** What is missing or wrong in them; undefined if nothing is. */
  problem: () => Promise<string | undefined>;
  /** What the server may charge. */
  token: (values: PayFields) => Promise<{ token: string } | { problem: string }>;
}

export interface PayForm {
  values: PayFields;
  /** The values at this moment, which may be ahead of those that are rendered. */
  latest: () => PayFields;
  errors: Errors;
  edits: Edits;
  isSubmitting: boolean;
  /** It has been submitted. */
  wasSubmitted: boolean;
  set: (name: FieldName, value: PayFields[FieldName]) => void;
  /** Shows an error at a field, or none. */
  fail: (name: FieldName, message: string | undefined) => void;
  /** For the inputs that other forms give to react-hook-form, which would be a seventh of this page's scripts. */
  register: (name: FieldName) => UseFormRegisterReturn;
  submit: (event: FormEvent) => void;
  /** The fields of a payment processor, where it has its own; they set it. */
  card: { current: CardFields | undefined };
  /** For the form's element. */
  ref: { current: HTMLFormElement | null };
}

const NOT_LOADED = 'The payment fields have not loaded yet. Try again in a moment.';
const NO_ANSWER = 'No answer arrived. Press the button again to see whether you have paid: you are charged only once.';

/**
 * The checkout's form. What the buyer has finished entering is saved as they go, so that the bill follows and a reload loses nothing; a
 * confirm sends everything again.
 */
export function usePayForm(checkout: CheckoutPublic): PayForm {
  const { client_secret: secret, product_price_id } = checkout;
  const router = useRouter();
  const confirm = useConfirmCheckout(secret);
  const ref = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState(() => enteredIn(checkout));
  const [errors, setErrors] = useState<Errors>({});
  const card = useRef<CardFields>(undefined);
  const sending = useRef(false);
  const [isSubmitting, setSubmitting] = useState(false);
  const [attempts, setAttempts] = useState(0);
  const [failures, failed] = useReducer((count: number) => count + 1, 0);
  const [, rendered] = useReducer((count: number) => count + 1, 0);
  // What was entered, at once: a change is sent before the next render.
  const latest = useRef(values);
  const current = useRef(checkout);
  current.current = checkout;
  /** A change was, since the form was last submitted. */
  const isRefused = useRef(false);

  function set(name: FieldName, value: PayFields[FieldName]): void {
    latest.current = { ...latest.current, [name]: value } as PayFields;
    setValues(latest.current);
    fail(name, undefined);
  }

  function fail(name: FieldName | '', message: string | undefined): void {
    setErrors((now) => (now[name] === message ? now : { ...now, [name]: message }));
  }

  /** At its field, if the form shows that. */
  function show(refusal: Record<string, string>): void {
    isRefused.current = true;
    const names = fieldNames(current.current);
    for (const [field, message] of Object.entries(refusal)) {
      const name = names[field];
      fail(name && ref.current?.querySelector(`[name="${name}"]`) ? name : '', message);
    }
  }

  function answered(change: Purchase): void {
    for (const [field, name] of Object.entries(fieldNames(current.current)))
      if (Object.hasOwn(change, field.split('.')[0]!)) fail(name, undefined);
    if (change.discount_code) set('code', '');
  }

  async function refused(error: unknown): Promise<void> {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 410 || error.code === 'NotOpenCheckout') {
      // It is over, or was paid in another window: the page is loaded again.
      isRefused.current = true;
      queryClient.removeQueries(checkoutQuery(secret));
      return router.invalidate();
    }
    show(refusalAt(error));
  }

  const [edits] = useState(
    () =>
      new Edits((change) => updateCheckout(secret, change), {
        onChange: rendered,
        onAnswer: answered,
        onError: refused,
      }),
  );
  useEffect(() => () => void edits.settle(), [edits]);

  // The browser's own event: once a text is finished, at once for everything else.
  useEffect(() => {
    const save = ({ target }: Event) => {
      const change = changeAt((target as HTMLInputElement).name, current.current, () => latest.current);
      if (change) edits.edit(...change);
    };
    const element = ref.current;
    element?.addEventListener('change', save);
    return () => element?.removeEventListener('change', save);
  }, [edits]);

  // Each product has its own amount.
  const priced = useRef(product_price_id);
  useEffect(() => {
    if (priced.current === product_price_id) return;
    priced.current = product_price_id;
    set('amount', checkout.amount);
  });

  useEffect(() => {
    if (failures > 0 && ref.current) showFirstWrong(ref.current);
  }, [failures]);

  async function send(): Promise<void> {
    const { code, amount } = latest.current;
    if (code.trim()) edits.edit('code', () => ({ discount_code: code.trim() }));
    if (checkout.product_price.amount_type === 'custom' && typeof amount === 'number' && amount !== checkout.amount)
      edits.edit('amount', () => ({ amount }));
    await edits.settle();
    if (isRefused.current) return;
    const now = current.current;
    const total = queryClient.getQueryData(checkoutQuery(secret).queryKey)?.total_amount;
    if (total !== undefined && total !== checkout.total_amount) {
      isRefused.current = true;
      fail('', `The total is now ${money(total, now.currency)}. Press the button again if you agree.`);
      return;
    }
    const values = await withToken(latest.current, now);
    if (!values) return;
    await confirm.mutateAsync(purchaseOf(values, now)).catch((error: unknown) => {
      isRefused.current = true;
      if (!(error instanceof ApiError)) throw error;
      if (error.code === 'PaymentError') fail('card', declineWords(error.message));
      else if (error.status === 0 || error.status >= 500) fail('', NO_ANSWER);
      else return refused(error);
    });
  }

  /** The values with the token of the processor's fields, if it has its own; undefined if they are refused. */
  async function withToken(entered: PayFields, now: CheckoutPublic): Promise<PayFields | undefined> {
    if (!hasOwnFields(now)) return entered;
    const made = (await card.current?.token(entered)) ?? { problem: NOT_LOADED };
    if ('token' in made) return { ...entered, card: made.token };
    isRefused.current = true;
    fail('card', made.problem);
    return undefined;
  }

  async function submit(): Promise<void> {
    // A second click may come before the next render.
    if (sending.current) return;
    sending.current = true;
    setSubmitting(true);
    setAttempts((count) => count + 1);
    const problems = problemsIn(latest.current, checkout);
    setErrors(problems);
    isRefused.current = Object.keys(problems).length > 0;
    try {
      // First of all, while the browser still knows of the click: some ways to pay open a window.
      const problem =
        !isRefused.current && hasOwnFields(checkout) ? await (card.current?.problem() ?? NOT_LOADED) : undefined;
      if (problem) {
        isRefused.current = true;
        fail('card', problem);
      }
      if (!isRefused.current) await send();
    } finally {
      sending.current = false;
      setSubmitting(false);
      if (isRefused.current) failed();
    }
  }

  return {
    values,
    latest: () => latest.current,
    errors,
    edits,
    isSubmitting,
    wasSubmitted: attempts > 0,
    set,
    fail,
    register: (name) => {
      const value = values[name];
      const bound = {
        name,
        ...(typeof value === 'boolean' ? { checked: value } : { value: value ?? '' }),
        onChange: ({ target }: { target: HTMLInputElement }) =>
          set(name, target.type === 'checkbox' ? target.checked : target.value),
      };
      return bound as object as UseFormRegisterReturn;
    },
    submit: (event) => {
      event.preventDefault();
      void submit();
    },
    card,
    ref,
  };
}

function hasOwnFields({ is_payment_form_required, payment_processor_metadata }: CheckoutPublic): boolean {
  return is_payment_form_required && payment_processor_metadata.publishable_key !== undefined;
}
