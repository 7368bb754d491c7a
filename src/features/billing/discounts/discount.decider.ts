import { isDeepStrictEqual } from 'node:util';
import { chargeStepOf, DEFAULT_CURRENCY } from '../../../kernel/currencies.ts';
import { InvalidInput, NotFound, type FieldError } from '../../../kernel/errors.ts';
import type { Instant } from '../../../kernel/ports/clock.ts';
import { VersionedMap } from '../../../kernel/versioned-map.ts';
import { claimStream, refuseForfeited, type Claim } from '../../../kernel/writing/claim.ts';
import type { IntentOf, IntentWith } from '../../../kernel/writing/command.ts';
import type { Decider } from '../../../kernel/writing/decider.ts';
import type { SnapshotForm } from '../../../kernel/writing/snapshots.ts';
import type {
  CompleteRedemption,
  CreateDiscount,
  DeleteDiscount,
  ReleaseRedemption,
  ReserveRedemption,
  UpdateDiscount,
} from './discount.commands.ts';
import type { DiscountDuration, DiscountEvent, DiscountValue } from './discount.events.ts';
import { isOffered, isRedeemable, redemptionsOf, type Discount, type Reservation } from './discount.rules.ts';

/** With the claim of its code. */
type NewDiscount = CreateDiscount['data'] & { codeClaim: Claim | null };
/** With the claim of a code that is new. */
type DiscountChanges = UpdateDiscount['data'] & { codeClaim?: Claim };
type DiscountIntent =
  | IntentWith<CreateDiscount, NewDiscount>
  | IntentWith<UpdateDiscount, DiscountChanges>
  | IntentOf<DeleteDiscount | ReserveRedemption | CompleteRedemption | ReleaseRedemption>;

/** `forfeited`: claim streams of codes that the discount held for too long, and must not take any more. */
export type DiscountState = { forfeited: readonly string[] } & ({ status: 'absent' } | Discount);

/** What a checkout may change about a bill, and how often (docs/BILLING.md#discounts). */
export const discountDecider: Decider<DiscountIntent, DiscountState, DiscountEvent> = {
  category: 'discount',
  initial: { status: 'absent', forfeited: [] },
  // Nothing bounds how often a discount is redeemed.
  snapshot: snapshotForm(),

  decide({ type, data, now }, state) {
    switch (type) {
      case 'CreateDiscount':
        return create(data, state);
      case 'UpdateDiscount':
        return update(data, known(state), state.forfeited, now);
      case 'DeleteDiscount':
        return remove(known(state));
      case 'ReserveRedemption':
        return reserve(data, state, now);
      case 'CompleteRedemption':
        return complete(data, state);
      case 'ReleaseRedemption':
        return release(data, state);
    }
  },

  evolve(state, event) {
    if (event.type === 'ClaimForfeited') return { ...state, forfeited: [...state.forfeited, claimStream(event.data)] };
    if (event.type === 'DiscountCreated')
      return { ...event.data, ...unused(), status: 'active', forfeited: state.forfeited };
    return state.status === 'absent' ? state : { ...changed(state, event), forfeited: state.forfeited };
  },
};

function unused(): Pick<Discount, 'reserved' | 'redeemed'> {
  return { reserved: VersionedMap.of<string, Reservation>(), redeemed: 0 };
}

/** The claim of a discount's present code. */
export function claimOf(state: DiscountState): Claim | null {
  return state.status === 'active' ? state.codeClaim : null;
}

function create(data: NewDiscount, state: DiscountState): DiscountEvent[] {
  if (state.status !== 'absent') return [];
  refuseReversed(data.startsAt, data.endsAt);
  if (data.codeClaim) refuseForfeited(state.forfeited, data.codeClaim);
  return [{ type: 'DiscountCreated', data }];
}

function update(
  changes: DiscountChanges,
  discount: Discount,
  forfeited: readonly string[],
  now: Instant,
): DiscountEvent[] {
  refuseFixed(changes, discount);
  const { name, metadata } = changes;
  const sensitive = sensitiveChanges(changes, discount);
  refuseFrozen(sensitive, discount, now);
  const { startsAt = discount.startsAt, endsAt = discount.endsAt } = sensitive;
  refuseReversed(startsAt, endsAt);
  const changed = {
    ...(name !== undefined && name !== discount.name && { name }),
    ...(metadata !== undefined && !isDeepStrictEqual(metadata, discount.metadata) && { metadata }),
    ...sensitive,
    ...(sensitive.code !== undefined && codeClaims(changes, discount, forfeited)),
  };
  if (Object.keys(changed).length === 0) return [];
  return [{ type: 'DiscountUpdated', data: { discountId: discount.discountId, ...changed } }];
}

/** @throws InvalidInput the changes are of another kind of discount */
function refuseFixed(changes: DiscountChanges, { value, duration }: Discount): void {
  const present = typeof duration === 'string' ? duration : 'repeating';
  const errors: FieldError[] = [];
  const refuse = (field: string, msg: string) => errors.push({ loc: ['body', field], msg, type: 'value_error' });
  if (changes.type !== undefined && changes.type !== value.type) refuse('type', 'Type cannot be changed.');
  if (changes.duration !== undefined && changes.duration !== present) refuse('duration', 'Duration cannot be changed.');
  if (changes.durationInMonths !== undefined && present !== 'repeating')
    refuse('duration_in_months', 'Only a repeating discount has a number of months.');
  if (changes.amount !== undefined && value.type !== 'fixed') refuse('amount', 'A percentage has no amount.');
  if (value.type === 'fixed') {
    const { amount = 0, currency = DEFAULT_CURRENCY } = changes;
    // Clients send usd with every change, whatever the discount is in.
    if (currency !== value.currency && currency !== DEFAULT_CURRENCY) refuse('currency', 'Currency cannot be changed.');
    const step = chargeStepOf(value.currency);
    if (amount % step !== 0) refuse('amount', `Input should be a multiple of ${step}`);
  }
  if (changes.basisPoints !== undefined && value.type !== 'percentage')
    refuse('basis_points', 'A fixed discount has no basis points.');
  if (errors.length > 0) throw new InvalidInput(errors);
}

/** What decides who gets what: everything but name and metadata. */
interface SensitiveChanges {
  code?: string | null;
  value?: DiscountValue;
  duration?: DiscountDuration;
  startsAt?: Instant | null;
  endsAt?: Instant | null;
  maxRedemptions?: number | null;
  productIds?: string[];
}

function sensitiveChanges(changes: DiscountChanges, discount: Discount): SensitiveChanges {
  const { code, startsAt, endsAt, maxRedemptions, productIds, durationInMonths } = changes;
  const value = changedValue(changes, discount.value);
  const duration = durationInMonths === undefined ? discount.duration : { months: durationInMonths };
  return {
    ...(code !== undefined && code !== discount.code && { code }),
    ...(!isDeepStrictEqual(value, discount.value) && { value }),
    ...(!isDeepStrictEqual(duration, discount.duration) && { duration }),
    ...(startsAt !== undefined && startsAt !== discount.startsAt && { startsAt }),
    ...(endsAt !== undefined && endsAt !== discount.endsAt && { endsAt }),
    ...(maxRedemptions !== undefined && maxRedemptions !== discount.maxRedemptions && { maxRedemptions }),
    ...(productIds !== undefined && !isDeepStrictEqual(productIds, discount.productIds) && { productIds }),
  };
}

function changedValue({ amount, basisPoints }: DiscountChanges, value: DiscountValue): DiscountValue {
  if (value.type === 'percentage') return { ...value, basisPoints: basisPoints ?? value.basisPoints };
  return { ...value, amount: amount ?? value.amount };
}

/** The names of these changes on the wire. */
const FIELDS: Record<keyof SensitiveChanges, string> = {
  code: 'code',
  value: 'amount',
  duration: 'duration_in_months',
  startsAt: 'starts_at',
  endsAt: 'ends_at',
  maxRedemptions: 'max_redemptions',
  productIds: 'products',
};

/** @throws InvalidInput it has ended, was redeemed at another value, or more often than the new maximum */
function refuseFrozen(sensitive: SensitiveChanges, discount: Discount, now: Instant): void {
  const changed = Object.keys(sensitive) as (keyof SensitiveChanges)[];
  const named = (key: keyof SensitiveChanges) =>
    key === 'value' && discount.value.type === 'percentage' ? 'basis_points' : FIELDS[key];
  const refuse = (keys: readonly (keyof SensitiveChanges)[], msg: string) => {
    if (keys.length === 0) return;
    throw new InvalidInput(keys.map((key) => ({ loc: ['body', named(key)], msg, type: 'value_error' })));
  };
  if (discount.endsAt !== null && discount.endsAt < now)
    refuse(changed, 'This field cannot be changed because the discount has ended.');
  if (redemptionsOf(discount) > 0)
    refuse(
      changed.filter((key) => key === 'value' || key === 'duration'),
      'This field cannot be changed because the discount has already been redeemed.',
    );
  if ((sensitive.maxRedemptions ?? Infinity) < redemptionsOf(discount))
    refuse(['maxRedemptions'], `The discount has already been redeemed ${redemptionsOf(discount)} times.`);
}

function refuseReversed(startsAt: Instant | null, endsAt: Instant | null): void {
  if (startsAt !== null && endsAt !== null && startsAt >= endsAt)
    throw InvalidInput.at('body.ends_at', 'It must be after starts_at.');
}

/** A different code needs its claim; the same code in different case does not. */
function codeClaims({ code, codeClaim }: DiscountChanges, discount: Discount, forfeited: readonly string[]) {
  const replaced = discount.codeClaim;
  if (code === null) return { codeClaim: null, ...(replaced && { releasedCodeClaim: replaced }) };
  if (!codeClaim || (replaced && claimStream(codeClaim) === claimStream(replaced))) return {};
  refuseForfeited(forfeited, codeClaim);
  return { codeClaim, ...(replaced && { releasedCodeClaim: replaced }) };
}

function remove({ discountId, organizationId, codeClaim }: Discount): DiscountEvent[] {
  return [{ type: 'DiscountDeleted', data: { discountId, organizationId, released: codeClaim } }];
}

function reserve(data: ReserveRedemption['data'], state: DiscountState, now: Instant): DiscountEvent[] {
  const { discountId, checkoutId, attempt, customerId } = data;
  const refused = () => InvalidInput.at('body.discount_id', 'Discount is no longer redeemable.');
  if (state.status === 'absent') throw refused();
  const held = state.reserved.get(checkoutId);
  if (held?.attempt === attempt) return [];
  if (held ? !isOffered(state, now) : !isRedeemable(state, now)) throw refused();
  const reserved: DiscountEvent = { type: 'RedemptionReserved', data: { discountId, checkoutId, attempt, customerId } };
  return held ? [released(discountId, checkoutId, held.attempt, 'superseded'), reserved] : [reserved];
}

function complete({ checkoutId, ...data }: CompleteRedemption['data'], state: DiscountState): DiscountEvent[] {
  const held = state.status === 'absent' ? undefined : state.reserved.get(checkoutId);
  if (!held) return [];
  const { discountId, orderId } = data;
  const customerId = data.customerId ?? held.customerId;
  return [{ type: 'DiscountRedeemed', data: { discountId, checkoutId, customerId, orderId } }];
}

function release(data: ReleaseRedemption['data'], state: DiscountState): DiscountEvent[] {
  const { discountId, checkoutId, attempt, reason } = data;
  const held = state.status === 'absent' ? undefined : state.reserved.get(checkoutId);
  return held?.attempt === attempt ? [released(discountId, checkoutId, attempt, reason)] : [];
}

function released(
  discountId: string,
  checkoutId: string,
  attempt: string,
  reason: ReleaseRedemption['data']['reason'],
): DiscountEvent {
  return { type: 'RedemptionReleased', data: { discountId, checkoutId, attempt, reason } };
}

function known(state: DiscountState): Discount {
  if (state.status !== 'active') throw new NotFound();
  return state;
}

function changed(
  discount: Discount,
  event: Exclude<DiscountEvent, { type: 'DiscountCreated' | 'ClaimForfeited' }>,
): Discount {
  switch (event.type) {
    case 'DiscountUpdated': {
      const { releasedCodeClaim: _, ...changes } = event.data;
      return { ...discount, ...changes };
    }
    case 'DiscountDeleted':
      return { ...discount, status: 'deleted', codeClaim: null };
    case 'RedemptionReserved': {
      const { checkoutId, attempt, customerId } = event.data;
      return { ...discount, reserved: discount.reserved.with(checkoutId, { attempt, customerId }) };
    }
    case 'DiscountRedeemed':
      return {
        ...discount,
        reserved: discount.reserved.without(event.data.checkoutId),
        redeemed: discount.redeemed + 1,
      };
    case 'RedemptionReleased':
      return { ...discount, reserved: discount.reserved.without(event.data.checkoutId) };
  }
}

/** Small however often it is redeemed: what is held, and how many were used. Nothing in it is personal. */
function snapshotForm(): SnapshotForm<DiscountState> {
  type Stored = Omit<Discount, 'reserved'> & {
    reserved: [checkoutId: string, Reservation][];
    forfeited: readonly string[];
  };
  return {
    version: 1,
    encode: (state) => (state.status === 'absent' ? state : { ...state, reserved: [...state.reserved.entries()] }),
    decode: (stored) => {
      const state = stored as Stored | Extract<DiscountState, { status: 'absent' }>;
      return state.status === 'absent' ? state : { ...state, reserved: VersionedMap.of(state.reserved) };
    },
  };
}
