import { isDeepStrictEqual } from 'node:util';
import type { Instant } from '../../../../kernel/ports/clock.ts';
import type { AccessEvent, LinkedAccess } from './access.events.ts';
import type { GrantBenefit, RecordAccessOutcome, RemoteGift } from '../grant.commands.ts';
import type { GrantError, GrantEvent } from '../grant.events.ts';
import { keyFieldsOf, liveIn, type Grant, type GrantKey, type GrantsState } from '../grants-state.rules.ts';
import { propertiesOf } from '../held.rules.ts';
import { hasFailed, isSame, nextAttemptAfter, type AccessState, type HeldAccess } from './held-access.rules.ts';

type GrantsEvent = GrantEvent | AccessEvent;

const PLATFORMS = { discord: 'Discord', github: 'GitHub' } as const;

/** Of a purchase whose customer may have it already, by another purchase or by an account that is linked. */
export function request(
  { remote, ...data }: GrantBenefit['data'] & { remote: RemoteGift },
  known: Grant | undefined,
  state: GrantsState,
  at: Instant,
): GrantsEvent[] {
  const wish = wishOf(remote, state.access);
  const key = keyFieldsOf({ ...data, grantId: known?.grantId ?? data.grantId });
  const about = { ...key, benefitType: data.benefitType, properties: propertiesOf(remote.access) };
  if (wish && isGiven(state.access, wish)) return [{ type: 'BenefitGranted', data: { ...about, linkId: wish.linkId } }];
  const error = wish ? {} : { error: unlinked(remote) };
  return [{ type: 'BenefitGrantRequested', data: { ...about, ...error } }, ...wanted(wish, key, state.access, at)];
}

/** After the benefit has changed, or the customer's linked accounts. */
export function follow(remote: RemoteGift, state: GrantsState, at: Instant): GrantsEvent[] {
  const [first] = liveIn(state);
  if (!first) return [];
  const wish = wishOf(remote, state.access);
  return wish ? want(wish, state, at) : [...wanted(null, first, state.access, at), ...fail(state, unlinked(remote))];
}

/** Gives it to this account, unless that has it already; once more if that has failed. */
export function want(wish: LinkedAccess, state: GrantsState, at: Instant): GrantsEvent[] {
  const [first] = liveIn(state);
  if (!first) return [];
  const changes = wanted(wish, first, state.access, at);
  return changes.length === 0 ? [] : [...asked(state), ...changes];
}

export function retry(state: GrantsState, at: Instant): GrantsEvent[] {
  const { access, grants } = state;
  const key = Object.values(grants)[0];
  if (!key || !access.held.some(hasFailed)) return [];
  return [...asked(state), ...wantedAgain(access.wanted, key, at)];
}

/** Nobody needs it any more. */
export function unwanted(key: GrantKey, { access }: GrantsState, at: Instant): GrantsEvent[] {
  return wanted(null, key, access, at);
}

/** What a call has led to; an outcome that something has overtaken changes nothing but what the platform may have. */
export function record(outcome: RecordAccessOutcome['data'], state: GrantsState, now: Instant): GrantsEvent[] {
  const { access } = state;
  const item = access.held.find((held) => isSame(held, outcome));
  const key = Object.values(state.grants)[0];
  if (!item || !key) return [];
  const about = { ...accessKeyOf(key), access: item.access, linkId: item.linkId };
  const isWanted = isSame(access.wanted, item);
  switch (outcome.outcome) {
    case 'given':
      if (!isWanted || item.isGiven) return [];
      return [{ type: 'BenefitAccessGiven', data: about }, ...liveIn(state).flatMap((grant) => granted(grant, item))];
    case 'taken':
      return isWanted ? [] : [{ type: 'BenefitAccessTaken', data: about }];
    case 'failed': {
      if (isWanted !== (outcome.tried === 'given')) return [];
      const { message, reason } = outcome;
      const attempts = item.attempts + 1;
      const nextAttemptAt = nextAttemptAfter(attempts, outcome, now);
      const failed = { ...about, reason, message, attempts, nextAttemptAt };
      const shown = isWanted && nextAttemptAt === null ? fail(state, { type: TYPES[reason], message }) : [];
      return [{ type: 'BenefitAccessFailed', data: failed }, ...shown];
    }
  }
}

const TYPES = {
  action_required: 'BenefitActionRequiredError',
  refused: 'BenefitServiceError',
  transient: 'BenefitRetriableError',
} as const;

/** By the account that has it or is to have it, as long as that is linked and works; otherwise by the last linked one. */
function wishOf({ access, links }: RemoteGift, { wanted, held }: AccessState): LinkedAccess | null {
  const current = held.find((one) => isSame(one, wanted));
  const isKept = current !== undefined && links.includes(current.linkId) && !hasFailed(current);
  const linkId = isKept ? current.linkId : links.at(-1);
  return linkId === undefined ? null : { access, linkId };
}

/** Nothing, if it is wanted already and not given up. */
function wanted(wish: LinkedAccess | null, key: GrantKey, access: AccessState, at: Instant): GrantsEvent[] {
  const current = access.held.find((held) => isSame(held, wish));
  if (isSame(wish, access.wanted) && !(current && hasFailed(current))) return [];
  return wantedAgain(wish, key, at);
}

function wantedAgain(wish: LinkedAccess | null, key: GrantKey, at: Instant): GrantsEvent[] {
  return [{ type: 'BenefitAccessWanted', data: { ...accessKeyOf(key), wanted: wish, at } }];
}

function isGiven({ wanted, held }: AccessState, wish: LinkedAccess): boolean {
  return isSame(wanted, wish) && held.some((one) => one.isGiven && isSame(one, wish));
}

/** Those that had failed wait once more. */
function asked(state: GrantsState): GrantEvent[] {
  return liveIn(state)
    .filter(({ error }) => error !== null)
    .map(({ benefitType, properties, ...grant }) => ({
      type: 'BenefitGrantRequested',
      data: { ...keyFieldsOf(grant), benefitType, properties },
    }));
}

function granted(grant: Grant, { access, linkId }: HeldAccess): GrantEvent[] {
  const properties = propertiesOf(access);
  const data = { ...keyFieldsOf(grant), benefitType: grant.benefitType, properties, linkId };
  if (grant.status === 'requested')
    return [
      grant.isSuspended
        ? { type: 'BenefitGrantUpdated', data: { ...data, wasSuspended: true } }
        : { type: 'BenefitGranted', data: { ...data, ...(grant.isAnnounced && { wasAnnounced: true }) } },
    ];
  const isChanged = grant.linkId !== linkId || !isDeepStrictEqual(grant.properties, properties);
  return isChanged ? [{ type: 'BenefitGrantUpdated', data }] : [];
}

function fail(state: GrantsState, error: GrantError): GrantEvent[] {
  return liveIn(state)
    .filter((grant) => !isDeepStrictEqual(grant.error, error))
    .map((grant) => failed(grant, error));
}

function failed(grant: Grant, error: GrantError): GrantEvent {
  const data = { ...keyFieldsOf(grant), error };
  if (grant.status === 'granted') return { type: 'BenefitGrantSuspended', data };
  const isFirst = error.type === 'BenefitActionRequiredError' && !grant.isAnnounced;
  return { type: 'BenefitGrantFailed', data: { ...data, ...(isFirst && { isFirst }) } };
}

function unlinked({ access: { platform } }: RemoteGift): GrantError {
  const message = `The customer needs to link their ${PLATFORMS[platform]} account.`;
  return { type: 'BenefitActionRequiredError', message };
}

function accessKeyOf({ organizationId, customerId, benefitId }: GrantKey) {
  return { organizationId, customerId, benefitId };
}
