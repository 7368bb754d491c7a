import { describe, expect, it } from '@jest/globals';
import { messageOf } from '../../../src/features/billing/customer-portal/portal-stream.rules.ts';
import type {
  AccessEvent,
  FailureReason,
  LinkedAccess,
} from '../../../src/features/billing/grants/access/access.events.ts';
import { accessProjection } from '../../../src/features/billing/grants/access/access.projection.ts';
import { grantDecider } from '../../../src/features/billing/grants/grant.decider.ts';
import type { GrantError, GrantEvent } from '../../../src/features/billing/grants/grant.events.ts';
import { grantProjection } from '../../../src/features/billing/grants/grant.projection.ts';
import { grantAnnouncements } from '../../../src/features/billing/grants/grant.webhooks.ts';
import { WebhookCatalogue } from '../../../src/features/delivery/webhooks/webhook.catalogue.ts';
import { addSeconds, type Instant } from '../../../src/kernel/ports/clock.ts';
import { documentsOf, NOW, recorded, specOf } from '../../support/given.ts';

type Happened = GrantEvent | AccessEvent;

const ids = { customerId: 'c1', benefitId: 'b1' };
const about = { organizationId: 'o1', ...ids };
const role = { platform: 'discord', guildId: 'guild', roleId: 'role' } as const;
const other = { ...role, roleId: 'other' };
const ada: LinkedAccess = { access: role, linkId: 'ada' };
const bob: LinkedAccess = { access: role, linkId: 'bob' };
const properties = { guild_id: 'guild', role_id: 'role' };
const [first, second] = ['s1', 's2'].map((subscriptionId) => ({ subscriptionId, orderId: null })) as [never, never];
const keyOf = (scope: { subscriptionId: string }) => ({ ...about, grantId: `g-${scope.subscriptionId}`, scope });
const UNLINKED: GrantError = {
  type: 'BenefitActionRequiredError',
  message: 'The customer needs to link their Discord account.',
};

const requested = (scope = first, error?: GrantError): GrantEvent => ({
  type: 'BenefitGrantRequested',
  data: { ...keyOf(scope), benefitType: 'discord', properties, ...(error && { error }) } as never,
});
const granted = (scope = first, linkId = 'ada', held = properties): GrantEvent => ({
  type: 'BenefitGranted',
  data: { ...keyOf(scope), benefitType: 'discord', properties: held, linkId } as never,
});
const updated = (linkId: string, held = properties, more: { wasSuspended?: true } = {}): GrantEvent => ({
  type: 'BenefitGrantUpdated',
  data: { ...keyOf(first), benefitType: 'discord', properties: held, linkId, ...more } as never,
});
const failed = (error: GrantError, isFirst = false): GrantEvent => ({
  type: 'BenefitGrantFailed',
  data: { ...keyOf(first), error, ...(isFirst && { isFirst }) } as never,
});
const suspended = (error: GrantError): GrantEvent => ({ ...failed(error), type: 'BenefitGrantSuspended' }) as never;
const revoked = (scope = first, held: object = { properties }): GrantEvent => ({
  type: 'BenefitGrantRevoked',
  data: { ...keyOf(scope), reason: 'subscription_ended', ...held } as never,
});
const wanted = (access: LinkedAccess | null, at: Instant = NOW): AccessEvent => ({
  type: 'BenefitAccessWanted',
  data: { ...about, wanted: access, at },
});
const given = (access: LinkedAccess): AccessEvent => ({ type: 'BenefitAccessGiven', data: { ...about, ...access } });
const taken = (access: LinkedAccess): AccessEvent => ({ type: 'BenefitAccessTaken', data: { ...about, ...access } });
const unanswered = (
  access: LinkedAccess,
  attempts: number,
  seconds: number | null,
  reason: FailureReason = seconds === null && attempts < 20 ? 'refused' : 'transient',
): AccessEvent => ({
  type: 'BenefitAccessFailed',
  data: {
    ...{ ...about, ...access, reason, message: 'Discord is unavailable', attempts },
    nextAttemptAt: seconds === null ? null : addSeconds(NOW, seconds),
  },
});

describe('a grant that is made outside Tillbook', () => {
  const after = specOf(grantDecider);
  const grant = (links: string[], scope = first) =>
    ({
      type: 'GrantBenefit',
      data: { ...keyOf(scope), benefitType: 'discord', properties, remote: { access: role, links } },
    }) as never;
  const update = (links: string[], access: object = role) =>
    ({ type: 'UpdateGrant', data: { ...ids, scope: first, properties, remote: { access, links } } }) as never;
  const revoke = (scope = first) =>
    ({ type: 'RevokeGrant', data: { ...ids, scope, reason: 'subscription_ended' } }) as never;
  const outcome = (access: LinkedAccess, of: object) =>
    ({ type: 'RecordAccessOutcome', data: { ...ids, ...access, ...of } }) as never;
  const gave = (access: LinkedAccess) => outcome(access, { outcome: 'given' });
  const took = (access: LinkedAccess) => outcome(access, { outcome: 'taken' });
  const fails = (access: LinkedAccess, reason: string, more: object = {}) =>
    outcome(access, { outcome: 'failed', tried: 'given', reason, message: 'Discord is unavailable', ...more });
  const retry = { type: 'RetryGrant', data: ids } as const;
  const asked = [requested(), wanted(ada)];
  const has = [...asked, given(ada), granted()];

  it('waits for the customer to link an account, then for the platform', () => {
    after().when(grant([])).then(requested(first, UNLINKED));
    after(requested(first, UNLINKED)).when(grant([])).then();
    after(requested(first, UNLINKED)).when(update([])).then();
    after(requested(first, UNLINKED))
      .when(update(['ada']))
      .then(...asked);
    after()
      .when(grant(['ada']))
      .then(...asked);
    after(...asked)
      .when(gave(ada))
      .then(given(ada), granted());
    after(...has)
      .when(gave(ada))
      .then();
  });

  it('is granted at once where another purchase gives it already, and kept as long as one does', () => {
    const both = [...has, granted(second)];
    after(...has)
      .when(grant(['ada'], second))
      .then(granted(second));
    after(...asked)
      .when(grant(['ada'], second))
      .then(requested(second));
    after(...asked, requested(second))
      .when(gave(ada))
      .then(given(ada), granted(), granted(second));
    after(...both)
      .when(revoke())
      .then(revoked());
    after(...both, revoked())
      .when(revoke(second))
      .then(revoked(second), wanted(null));
    after(...has, revoked(), wanted(null))
      .when(took(ada))
      .then(taken(ada));
  });

  it('ends as it was last wanted, whatever a call that was under way meanwhile has led to', () => {
    const ended = [...asked, revoked(first, {}), wanted(null)];
    after(...asked)
      .when(revoke())
      .then(revoked(first, {}), wanted(null));
    after(...ended)
      .when(gave(ada))
      .then();
    after(...ended)
      .when(fails(ada, 'refused'))
      .then();
    after(...ended)
      .when(took(ada))
      .then(taken(ada));
    after(...ended)
      .when(grant(['ada']))
      .then(...asked);
    after(...ended, ...asked)
      .when(took(ada))
      .then();
    after(...ended, ...asked)
      .when(gave(ada))
      .then(given(ada), granted());
  });

  it('takes the old role and gives the new one', () => {
    const moved = { access: other, linkId: 'ada' };
    const properties = { guild_id: 'guild', role_id: 'other' };
    after(...has)
      .when(update(['ada'], other))
      .then(wanted(moved));
    after(...has, wanted(moved))
      .when(took(ada))
      .then(taken(ada));
    after(...has, wanted(moved), taken(ada))
      .when(gave(moved))
      .then(given(moved), updated('ada', properties));
    after(...has)
      .when(update(['ada']))
      .then();
  });

  it('stays with its account while that is linked, and goes to another one that is chosen or left', () => {
    const choose = (access: LinkedAccess, grantId = 'g-s1') =>
      ({ type: 'ChooseGrantAccount', data: { ...ids, ...access, grantId } }) as never;
    after(...has)
      .when(update(['ada', 'bob']))
      .then();
    after(...has)
      .when(update(['bob']))
      .then(wanted(bob));
    after(...has)
      .when(choose(bob))
      .then(wanted(bob));
    after(...has)
      .when(choose(ada))
      .then();
    after(...has, wanted(bob), taken(ada))
      .when(gave(bob))
      .then(given(bob), updated('bob'));
    after(requested(first, UNLINKED)).when(choose(bob)).then(requested(), wanted(bob));
    after(...has)
      .when(choose(bob, 'g9'))
      .thenRefused('ResourceNotFound');
    after(...has, revoked(), wanted(null))
      .when(choose(bob))
      .thenRefused('NotPermitted');
  });

  it('is suspended when its account is unlinked, and updated once another one has it', () => {
    const alone = [...has, wanted(null), suspended(UNLINKED)];
    after(...has)
      .when(update([]))
      .then(wanted(null), suspended(UNLINKED));
    after(...alone)
      .when(update([]))
      .then();
    after(...alone)
      .when(update(['bob']))
      .then(requested(), wanted(bob));
    after(...alone, requested(), wanted(bob))
      .when(gave(bob))
      .then(given(bob), updated('bob', properties, { wasSuspended: true }));
  });

  it('is attempted again after 2 s, 4 s and so on, or when the platform says, 20 times', () => {
    const next = (attempts: number, more: object = {}) => {
      const past = attempts === 1 ? [] : [unanswered(ada, attempts - 1, 0)];
      return after(...asked, ...past).when(fails(ada, 'transient', more));
    };
    [2, 4, 8, 16].forEach((seconds, at) => next(at + 1).then(unanswered(ada, at + 1, seconds)));
    next(19).then(unanswered(ada, 19, 3_600));
    next(3, { retryAfterSeconds: 90 }).then(unanswered(ada, 3, 90));
    next(3, { retryAfterSeconds: 1e9 }).then(unanswered(ada, 3, 86_400));
    next(20).then(
      unanswered(ada, 20, null),
      failed({ type: 'BenefitRetriableError', message: 'Discord is unavailable' }),
    );
  });

  it('shows at once what the platform refuses, until it is retried', () => {
    const error: GrantError = { type: 'BenefitServiceError', message: 'Discord is unavailable' };
    const refused = [...asked, unanswered(ada, 1, null), failed(error)];
    after(...asked)
      .when(fails(ada, 'refused'))
      .then(unanswered(ada, 1, null), failed(error));
    after(...asked)
      .when(retry)
      .then();
    after(...refused)
      .when(retry)
      .then(requested(), wanted(ada));
    after(...refused)
      .when(update(['ada'], other))
      .then(requested(), wanted({ access: other, linkId: 'ada' }));
    after(...refused)
      .when(update(['ada', 'bob']))
      .then(requested(), wanted(bob));
    after(...refused)
      .when(revoke())
      .then(revoked(first, {}), wanted(null));
  });

  it('asks the customer to link the account again when its tokens no longer work', () => {
    const error: GrantError = { type: 'BenefitActionRequiredError', message: 'Discord is unavailable' };
    const [broken, shown] = [unanswered(ada, 1, null, 'action_required'), failed(error, true)];
    after(...asked)
      .when(fails(ada, 'action_required'))
      .then(broken, shown);
    after(requested(first, UNLINKED), ...asked)
      .when(fails(ada, 'action_required'))
      .then(broken, failed(error));
    after(...asked, broken, shown)
      .when(update(['ada']))
      .then(requested(), wanted(ada));
  });

  it('retries to take what could not be taken', () => {
    const stuck = [...has, revoked(), wanted(null)];
    const fail = fails(ada, 'refused', { tried: 'taken' });
    after(...stuck)
      .when(fail)
      .then(unanswered(ada, 1, null));
    after(...stuck, unanswered(ada, 1, null))
      .when(retry)
      .then(wanted(null));
  });

  it('is announced once it is granted or its customer has to act, and as updated when that changes', () => {
    const catalogue = new WebhookCatalogue([grantAnnouncements]);
    const types = (...events: Happened[]) => events.map((event) => [...catalogue.wireTypesOf(event)]);
    const [created, updated_] = ['created', 'updated'].map((of) => [`benefit_grant.${of}`, 'customer.state_changed']);
    const refused = failed({ type: 'BenefitServiceError', message: 'Discord has no such role' });
    const announced = { type: 'BenefitGranted', data: { ...granted().data, wasAnnounced: true } } as GrantEvent;
    expect(types(...asked, given(ada), granted())).toEqual([[], [], [], created]);
    expect(types(requested(first, UNLINKED), ...asked, announced)).toEqual([created, [], [], updated_]);
    expect(types(failed(UNLINKED, true), failed(UNLINKED), refused)).toEqual([created, [], []]);
    expect(types(updated('bob'), suspended(UNLINKED))).toEqual([updated_, updated_]);
    after(requested(first, UNLINKED), ...asked)
      .when(gave(ada))
      .then(given(ada), announced);
  });

  it('is told in the portal when it is given, also after it was suspended, and when it is revoked', () => {
    const told = (...events: GrantEvent[]) => events.map((event) => messageOf(event)?.message.key);
    const back = updated('bob', properties, { wasSuspended: true });
    expect(told(requested(), granted(), suspended(UNLINKED), back, updated('ada'), revoked())).toEqual([
      ...[undefined, 'benefit.granted', undefined, 'benefit.granted', undefined, 'benefit.revoked'],
    ]);
    expect(messageOf(back)).toEqual({
      customerId: 'c1',
      message: { key: 'benefit.granted', payload: { benefit_id: 'b1', grant_id: 'g-s1' } },
    });
  });

  it('is shown with its error until it is granted', () => {
    const shown = (...events: GrantEvent[]) =>
      documentsOf(
        grantProjection,
        events.map((event) => recorded(event)),
      )['g-s1'];
    const no = { is_granted: false, granted_at: null, is_revoked: false };
    const error = { ...UNLINKED, timestamp: NOW };
    expect(shown(requested(first, UNLINKED))).toMatchObject({ ...no, error, properties });
    expect(shown(requested(first, UNLINKED), requested())).toMatchObject({ ...no, error: null });
    expect(shown(requested(), granted())).toMatchObject({ is_granted: true, error: null, link_id: 'ada' });
    expect(shown(granted(), updated('bob'))).toMatchObject({ link_id: 'bob', previous_link_id: 'ada' });
    expect(shown(granted(), suspended(UNLINKED))).toMatchObject({ ...no, error });
    expect(shown(granted(), suspended(UNLINKED), updated('bob'))).toMatchObject({ is_granted: true, granted_at: NOW });
    expect(shown(requested(first, UNLINKED), revoked())).toMatchObject({ is_revoked: true, error: null });
  });

  it('is found by its next attempt until all is done', () => {
    const shown = (...events: AccessEvent[]) =>
      documentsOf(
        accessProjection,
        events.map((event) => recorded(event)),
      )['c1_b1'];
    expect(shown(wanted(ada))).toMatchObject({ next_attempt_at: NOW, is_parked: false });
    expect(shown(wanted(ada), given(ada))).toMatchObject({ next_attempt_at: null, is_parked: false });
    expect(shown(wanted(ada), unanswered(ada, 1, 2))).toMatchObject({ next_attempt_at: addSeconds(NOW, 2) });
    expect(shown(wanted(ada), unanswered(ada, 1, null))).toMatchObject({ next_attempt_at: null, is_parked: true });
    expect(shown(wanted(ada), unanswered(ada, 1, null, 'action_required'))).toMatchObject({ is_parked: false });
    expect(shown(wanted(ada), given(ada), wanted(null))).toMatchObject({ next_attempt_at: NOW, wanted: null });
    expect(shown(wanted(ada), given(ada), wanted(null), taken(ada))).toBeUndefined();
  });
});
