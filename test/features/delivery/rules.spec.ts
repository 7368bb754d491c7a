import { describe, expect, it } from '@jest/globals';
import { validateEvent } from '@polar-sh/sdk/webhooks.js';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { GuardedOutgoing, isPublic } from '../../../src/adapters/outgoing/guarded-outgoing.ts';
import { emailDecider } from '../../../src/features/delivery/emails/email.decider.ts';
import {
  attempted as mailAttempted,
  isDue as isMailDue,
  type EmailAttempt,
} from '../../../src/features/delivery/emails/email-progress.rules.ts';
import type {
  EmailEvent,
  EmailOutcome,
  EmailOutcomesEvent,
} from '../../../src/features/delivery/emails/email.events.ts';
import { emailProjection } from '../../../src/features/delivery/emails/email.projection.ts';
import { endpointDecider } from '../../../src/features/delivery/webhooks/endpoints/webhook-endpoint.decider.ts';
import { webhookQueueProjection } from '../../../src/features/delivery/webhooks/sending/webhook-queue.projection.ts';
import { newSecret, signedHeaders } from '../../../src/features/delivery/webhooks/messages/signature.ts';
import { uuidV5 } from '../../../src/kernel/ids.ts';
import { WIRE_TYPES } from '../../../src/features/delivery/webhooks/webhook.catalogue.ts';
import { sampleOf } from '../../../src/features/delivery/webhooks/messages/webhook-samples.ts';
import { webhookDecider } from '../../../src/features/delivery/webhooks/webhook.decider.ts';
import {
  webhookIdOf,
  type EndpointEvent,
  type OutcomeEvent,
  type SchedulingEvent,
  type WebhookEvent,
  type WebhookOutcome,
} from '../../../src/features/delivery/webhooks/webhook.events.ts';
import {
  attempted,
  noProgress,
  recordAt,
  recorded as outcomesIn,
  type Attempt,
  type EndpointProgress,
  type Round,
} from '../../../src/features/delivery/webhooks/sending/webhook-progress.rules.ts';
import { webhookProjection } from '../../../src/features/delivery/webhooks/webhook.projection.ts';
import { blocksLater, nextAttempt } from '../../../src/features/delivery/webhooks/sending/webhook.schedule.ts';
import { addDays, addSeconds } from '../../../src/kernel/ports/clock.ts';
import { fold } from '../../../src/kernel/writing/decider.ts';
import { documentsOf, NOW, recorded, specOf } from '../../support/given.ts';

const mail = {
  emailId: 'm1',
  kind: 'verify-email',
  person: 'user:u1',
  organizationId: null,
  to: 'Ann@example.com',
  values: { name: 'Ann', callbackURL: '/', hours: 1 },
} as const;
const mailScheduled: EmailEvent = { type: 'EmailScheduled', data: { ...mail, at: NOW } };
const inviter = { inviterName: 'Bob', inviterEmail: 'bob@example.com' };
const invitationScheduled: EmailEvent = {
  type: 'EmailScheduled',
  data: {
    ...mail,
    kind: 'invitation',
    values: { invitationId: 'i1', organizationName: 'Acme', role: 'member', hours: 48 },
    mentioned: 'user:u9',
    mentionedValues: inviter,
    at: NOW,
  },
};
describe('the email decider', () => {
  const given = specOf(emailDecider);

  it('schedules once', () => {
    given().when({ type: 'ScheduleEmail', data: mail }).then(mailScheduled);
    given(mailScheduled).when({ type: 'ScheduleEmail', data: mail }).then();
  });

  it('separates the values that identify another person', () => {
    const values = { ...inviter, invitationId: 'i1', organizationName: 'Acme', role: 'member', hours: 48 };
    const mentions = { person: 'user:u9', values: ['inviterName', 'inviterEmail'] } as const;
    given()
      .when({ type: 'ScheduleEmail', data: { ...mail, kind: 'invitation', values, mentions } })
      .then(invitationScheduled);
  });
});

describe('the progress of a mail', () => {
  const failed = { error: 'SMTP 421', permanent: false };
  const after = (attempts: number, attempt: EmailAttempt) =>
    mailAttempted({ emailId: 'm1', organizationId: null }, attempts, attempt, NOW);

  it('is over once the mail is sent', () => {
    const progress = after(3, { error: null, permanent: false });
    expect(progress).toMatchObject({ nextAttemptAt: null, outcome: { result: 'sent', attempts: 3, error: null } });
    expect([isMailDue(progress, addSeconds(NOW, 59)), isMailDue(progress, addSeconds(NOW, 60))]).toEqual([false, true]);
  });

  it('retries with back-off, at most ten times, and records the first failure and the last', () => {
    const first = after(1, failed);
    expect(first).toMatchObject({ nextAttemptAt: addSeconds(NOW, 10), outcome: { result: 'delayed' } });
    expect([isMailDue(first, addSeconds(NOW, 9)), isMailDue(first, addSeconds(NOW, 10))]).toEqual([false, true]);
    expect(after(2, failed)).toEqual({ attempts: 2, nextAttemptAt: addSeconds(NOW, 20), outcome: null });
    expect(after(9, failed)).toMatchObject({ nextAttemptAt: addSeconds(NOW, 2560), outcome: null });
    expect(after(10, failed)).toMatchObject({
      nextAttemptAt: null,
      outcome: { result: 'given_up', error: 'SMTP 421' },
    });
  });

  it('gives up at once when a retry would not help', () =>
    expect(after(1, { ...failed, permanent: true })).toMatchObject({
      nextAttemptAt: null,
      outcome: { result: 'given_up' },
    }));
});

describe('the emails projection', () => {
  it('keeps the address when a person whom the mail mentions is erased', () => {
    const document = documentsOf(emailProjection, [recorded(invitationScheduled)])['m1']!;
    expect(document.subjects).toEqual([mail.person, 'user:u9']);
    expect(emailProjection.blank!(document, 'user:u9').to).toBe('ann@example.com');
    expect(emailProjection.blank!(document, mail.person).to).toBeNull();
  });

  it('shows what became of the mails of a batch', () => {
    const outcome = (emailId: string, result: EmailOutcome['result'], attempts = 1): EmailOutcome => ({
      ...{ emailId, result, attempts, at: NOW },
      error: result === 'sent' ? null : 'SMTP 421',
    });
    const recordedOf = (...outcomes: EmailOutcome[]): EmailOutcomesEvent => ({
      type: 'EmailOutcomesRecorded',
      data: { organizationId: null, outcomes },
    });
    const second = { ...mailScheduled, data: { ...mailScheduled.data, emailId: 'm2' } } as EmailEvent;
    const after = (...batches: EmailOutcomesEvent[]) =>
      documentsOf(
        emailProjection,
        [mailScheduled, second, ...batches].map((event) => recorded(event)),
      );
    expect(after().m1).toMatchObject({ status: 'waiting', next_attempt_at: NOW, to: 'ann@example.com' });
    const both = after(recordedOf(outcome('m2', 'sent'), outcome('m1', 'sent')));
    expect(both).toMatchObject({ m1: { status: 'sent', sent_at: NOW, next_attempt_at: null }, m2: { status: 'sent' } });
    const delayed = recordedOf(outcome('m1', 'delayed'));
    expect(after(delayed).m1).toMatchObject({ status: 'waiting', attempts: 1, error: 'SMTP 421' });
    expect(after(delayed, recordedOf(outcome('m1', 'given_up', 10))).m1).toMatchObject({
      status: 'given_up',
      attempts: 10,
    });
    const twice = after(recordedOf(outcome('m1', 'sent')), recordedOf(outcome('m1', 'given_up', 10)));
    expect(twice.m1).toMatchObject({ status: 'sent', attempts: 1, error: null });
  });

  it('blanks the address of an erased person', () =>
    expect(
      emailProjection.blank!(documentsOf(emailProjection, [recorded(mailScheduled)]).m1!, 'user:u1'),
    ).toMatchObject({
      to: null,
      kind: 'verify-email',
    }));
});

describe('the webhook endpoint decider', () => {
  const given = specOf(endpointDecider);
  const endpoint = {
    endpointId: 'e1',
    organizationId: 'org',
    url: 'https://a.example',
    format: 'raw',
    events: ['order.created'],
    secretId: 's1',
    apiVersion: '0.32',
  } as const;
  const created: EndpointEvent = {
    type: 'WebhookEndpointCreated',
    data: { ...endpoint, events: [...endpoint.events] },
  };
  const deleted: EndpointEvent = { type: 'WebhookEndpointDeleted', data: { endpointId: 'e1', organizationId: 'org' } };
  const update = (changes: object) =>
    ({ type: 'UpdateWebhookEndpoint', data: { endpointId: 'e1', ...changes } }) as const;

  it('records only what has changed', () => {
    given(created)
      .when(update({ url: 'https://b.example', events: ['order.created'] }))
      .then({ type: 'WebhookEndpointUpdated', data: { endpointId: 'e1', url: 'https://b.example' } });
    given(created).when(update({})).then();
    const dated = { type: 'WebhookEndpointUpdated', data: { endpointId: 'e1', apiVersion: '2026-10' } } as const;
    given(created)
      .when(update({ apiVersion: '2026-10' }))
      .then(dated);
    given(created, dated)
      .when(update({ apiVersion: '2026-10' }))
      .then();
    given(created)
      .when(update({ apiVersion: '0.32' }))
      .then();
  });

  it('keeps a rotated secret valid for a day, also if the next one is rotated, but not if a seller sets one', () => {
    const rotate = (secretId: string) =>
      ({ type: 'RotateWebhookSecret', data: { endpointId: 'e1', secretId } }) as const;
    const rotated = (secretId: string): EndpointEvent => ({
      type: 'WebhookSecretRotated',
      data: { endpointId: 'e1', secretId, formerUntil: addDays(NOW, 1) },
    });
    given(created).when(rotate('s2')).then(rotated('s2'));
    const former = (...events: EndpointEvent[]) => {
      const state = fold(endpointDecider, events);
      return state.status === 'active' && state.former.map(({ secretId }) => secretId);
    };
    expect(former(created, rotated('s2'), rotated('s3'))).toEqual(['s1', 's2']);
    expect(former(created, ...['s2', 's3', 's4', 's5'].map(rotated))).toEqual(['s2', 's3', 's4']);
    const set: EndpointEvent = { type: 'WebhookEndpointUpdated', data: { endpointId: 'e1', secretId: 's3' } };
    expect(former(created, rotated('s2'), set)).toEqual([]);
  });

  describe('once messages in a row have failed', () => {
    const about = { endpointId: 'e1', organizationId: 'org' };
    const disabled: EndpointEvent = {
      type: 'WebhookEndpointDisabled',
      data: { ...about, failed: 10, missedFrom: 'v1', at: NOW },
    };
    const facts = { replayId: 'r1', from: NOW, fromEventId: 'v1', events: 7 };
    const started: EndpointEvent = { type: 'WebhookReplayStarted', data: { ...about, ...facts, at: NOW } };
    const ended = (result: 'completed' | 'stopped'): EndpointEvent => ({
      type: 'WebhookReplayEnded',
      data: { ...about, replayId: 'r1', result, at: NOW },
    });
    const enabled: EndpointEvent = { type: 'WebhookEndpointEnabled', data: { ...about, at: NOW } };
    const disable = {
      type: 'DisableWebhookEndpoint',
      data: { endpointId: 'e1', failed: 10, missedFrom: 'v1' },
    } as const;
    const enable = (replay: typeof facts | null) =>
      ({ type: 'EnableWebhookEndpoint', data: { endpointId: 'e1', replay } }) as const;
    const start = { type: 'StartWebhookReplay', data: { endpointId: 'e1', replay: facts } } as const;
    const end = (replayId: string | null, result: 'completed' | 'stopped' = 'stopped') =>
      ({ type: 'EndWebhookReplay', data: { endpointId: 'e1', replayId, result } }) as const;

    it('is disabled once, which stops its replay', () => {
      given(created).when(disable).then(disabled);
      given(created, disabled).when(disable).then();
      given(created, started).when(disable).then(disabled, ended('stopped'));
    });

    it('is enabled again, with or without a replay of what it missed', () => {
      given(created, disabled).when(enable(null)).then(enabled);
      given(created, disabled).when(enable(facts)).then(enabled, started);
      given(created).when(enable(null)).thenRefused('EndpointEnabled');
      given(created, disabled, enabled).when(enable(null)).thenRefused('EndpointEnabled');
    });

    it('has one replay at a time, and none while it is disabled', () => {
      given(created).when(start).then(started);
      given(created, started).when(start).thenRefused('ReplayRunning');
      given(created, disabled).when(start).thenRefused('EndpointDisabled');
      given(created, started, ended('completed')).when(start).then(started);
    });

    it('ends a replay that is running, and no other', () => {
      given(created, started).when(end(null)).then(ended('stopped'));
      given(created, started).when(end('r1', 'completed')).then(ended('completed'));
      given(created, started).when(end('r0', 'completed')).then();
      given(created, started, ended('stopped')).when(end('r1', 'completed')).then();
      given(created).when(end(null)).thenRefused('NoReplay');
    });
  });

  it('does not exist once it is deleted', () => {
    given(created, deleted)
      .when(update({ url: 'https://b.example' }))
      .thenRefused('ResourceNotFound');
    given(created, deleted)
      .when({ type: 'DeleteWebhookEndpoint', data: { endpointId: 'e1' } })
      .thenRefused('ResourceNotFound');
  });
});

const scheduled: SchedulingEvent = {
  type: 'WebhooksScheduled',
  data: { eventId: 'ev1', messages: [{ wireType: 'order.created', bodySha256: 'digest', endpointIds: ['e1'] }] },
};
const together: SchedulingEvent = {
  type: 'WebhooksScheduled',
  data: {
    eventId: 'ev1',
    messages: [
      { wireType: 'order.created', bodySha256: 'digest', endpointIds: ['e1', 'e2'] },
      { wireType: 'order.paid', bodySha256: 'digest', endpointIds: ['e1'] },
    ],
  },
};
/** The message about the event to the endpoint. */
const W1 = webhookIdOf('ev1', 'order.created', 'e1');
const requested = (round: number): WebhookEvent => ({
  type: 'WebhookRedeliveryRequested',
  data: { webhookId: W1, endpointId: 'e1', round, at: NOW },
});
const outcome = (changes: Partial<WebhookOutcome> = {}): WebhookOutcome => ({
  webhookId: W1,
  round: 0,
  result: 'delivered',
  at: NOW,
  attempts: 1,
  httpCode: 200,
  ...changes,
});
const outcomesRecorded = (...outcomes: WebhookOutcome[]): OutcomeEvent => ({
  type: 'WebhookOutcomesRecorded',
  data: { endpointId: 'e1', organizationId: 'org', outcomes },
});

describe('the webhook decider', () => {
  const given = specOf(webhookDecider);
  const redeliver = (round: number, isWaiting = false) =>
    ({ type: 'RedeliverWebhook', data: { webhookId: W1, endpointId: 'e1', round, isWaiting } }) as const;

  it('begins a new round with each redelivery', () => {
    given().when(redeliver(0)).then(requested(1));
    given(requested(1)).when(redeliver(1)).then(requested(2));
    // A replay has begun rounds meanwhile.
    given(requested(1)).when(redeliver(4)).then(requested(5));
  });

  it('is not redelivered while it waits to be sent, nor twice by two requests at once', () => {
    given().when(redeliver(0, true)).then();
    given(requested(1)).when(redeliver(0)).then();
  });
});

describe("the progress of an endpoint's worker", () => {
  const fresh: Round = { round: 0, attempts: 0, failed: 0, failingSince: null, nextAttemptAt: NOW };
  const later = (seconds: number) => addSeconds(NOW, seconds);
  const failed = (seconds = 0) => ({
    at: later(seconds),
    httpCode: 500,
    succeeded: false,
    durationMs: 20,
    eventId: 'v1',
  });
  const delivered = (seconds = 0) => ({
    at: later(seconds),
    httpCode: 200,
    succeeded: true,
    durationMs: 20,
    eventId: 'v1',
  });

  it('keeps the outcome of a delivery until it is in the log', () => {
    const progress = attempted(noProgress, W1, fresh, delivered());
    expect(progress).toMatchObject({ failing: {}, outcomes: [outcome()] });
    expect(attempted(progress, W1, fresh, delivered(1))).toBe(progress);
    expect(outcomesIn(progress, [outcome()])).toMatchObject({ outcomes: [] });
    expect(outcomesIn(progress, [outcome({ round: 1 })])).toBe(progress);
  });

  it('retries a message ten times, then gives it up', () => {
    let progress = noProgress;
    for (let n = 0; n < 9; n++) progress = attempted(progress, W1, progress.failing[W1] ?? fresh, failed(n));
    expect(progress.failing[W1]).toMatchObject({ attempts: 9, failed: 9, failingSince: NOW, lastAt: later(8) });
    progress = attempted(progress, W1, progress.failing[W1]!, failed(9));
    expect(progress).toMatchObject({
      failing: {},
      outcomes: [outcome({ result: 'abandoned', at: later(9), attempts: 10, httpCode: 500 })],
    });
  });

  it('counts what was given up since the last delivery, but no test and no message without a body', () => {
    const last = { ...fresh, failed: 9 };
    const given = (progress: EndpointProgress, id: string, changes: Partial<Attempt> = {}) =>
      attempted(progress, id, last, { ...failed(), eventId: `of ${id}`, ...changes });
    const twice = given(given(noProgress, W1), 'w2');
    expect(twice.failedInRow).toEqual({ count: 2, firstEventId: `of ${W1}` });
    expect(given(twice, 'w3', { isTest: true }).failedInRow).toEqual(twice.failedInRow);
    expect(given(twice, 'w3', { gone: 'erased' }).failedInRow).toEqual(twice.failedInRow);
    expect(attempted(twice, 'w3', fresh, failed()).failedInRow).toEqual(twice.failedInRow);
    expect(attempted(twice, 'w3', fresh, delivered()).failedInRow).toBeUndefined();
  });

  it('tries it ten more times after a redelivery, counting on', () => {
    const progress = attempted(noProgress, W1, { ...fresh, round: 1, attempts: 10 }, failed());
    expect(progress.failing[W1]).toMatchObject({ round: 1, attempts: 11, failed: 1, nextAttemptAt: later(5) });
  });

  it('ends a failing round that a redelivery replaces', () => {
    const failing = attempted(noProgress, W1, fresh, failed());
    const next = { ...fresh, round: 1, attempts: 1 };
    const replaced = outcome({ result: 'replaced', httpCode: 500 });
    expect(attempted(failing, W1, next, delivered(3))).toMatchObject({
      failing: {},
      outcomes: [replaced, outcome({ round: 1, at: later(3), attempts: 2 })],
    });
  });

  it('is due in the log ten seconds after its first outcome, or at once when there are fifty', () => {
    expect(recordAt(noProgress)).toBeNull();
    const deliveries = (count: number) =>
      Array.from({ length: count }, (_, n) => n).reduce(
        (progress, n) => attempted(progress, `w${n}`, fresh, delivered(n)),
        noProgress,
      );
    expect(recordAt(deliveries(49))).toBe(later(10));
    expect(recordAt(deliveries(50))).toBe(NOW);
  });
});

describe('the schedule of attempts', () => {
  it('doubles from five seconds to at most twenty minutes', () => {
    const delays = Array.from({ length: 10 }, (_, index) => nextAttempt(index + 1, NOW));
    const seconds = [5, 10, 20, 40, 80, 160, 320, 640, 1200];
    expect(delays).toEqual([...seconds.map((delay) => addSeconds(NOW, delay)), null]);
  });

  it('lets other messages pass after twenty minutes of failing', () => {
    expect(blocksLater(NOW, addSeconds(NOW, 1199))).toBe(true);
    expect(blocksLater(NOW, addSeconds(NOW, 1200))).toBe(false);
  });
});

describe('the webhooks projection', () => {
  const at = (...events: (SchedulingEvent | WebhookEvent | OutcomeEvent)[]) =>
    documentsOf(
      webhookProjection,
      events.map((event) => recorded(event)),
    )[W1];

  it('shows the outcome of the last round', () => {
    expect(at(scheduled)).toMatchObject({ status: 'pending', succeeded: null, settled_round: -1 });
    expect(at(scheduled, outcomesRecorded(outcome({ webhookId: 'w0' }), outcome()))).toMatchObject({
      status: 'delivered',
      succeeded: true,
      last_http_code: 200,
      attempts: 1,
      settled_round: 0,
    });
    const abandoned = outcome({ result: 'abandoned', attempts: 10, httpCode: 500 });
    expect(at(scheduled, outcomesRecorded(abandoned))).toMatchObject({
      ...{ status: 'given_up', succeeded: false, skipped: false },
    });
    const skipped = outcome({ result: 'abandoned', gone: 'skipped', httpCode: null });
    expect(at(scheduled, outcomesRecorded(skipped))).toMatchObject({ status: 'given_up', skipped: true });
  });

  it('has the messages of an event in their order, each for its endpoint, under the id that it has always had', () => {
    const documents = documentsOf(webhookProjection, [recorded(together)]);
    const ordered = Object.values(documents).sort((one, other) => (one.order < other.order ? -1 : 1));
    expect(ordered.map(({ id, endpoint_id, wire_type }) => [id, endpoint_id, wire_type])).toEqual([
      [uuidV5('ev1', 'order.created', 'e1'), 'e1', 'order.created'],
      [uuidV5('ev1', 'order.created', 'e2'), 'e2', 'order.created'],
      [uuidV5('ev1', 'order.paid', 'e1'), 'e1', 'order.paid'],
    ]);
    expect(ordered[0]).toMatchObject({ event_id: 'ev1', status: 'pending', round: 0, settled_round: -1, attempts: 0 });
  });

  it('stays pending when the outcome of an earlier round is recorded after a redelivery was requested', () => {
    const redelivered = [scheduled, requested(1), outcomesRecorded(outcome())] as const;
    expect(at(...redelivered)).toMatchObject({ status: 'pending', succeeded: null, round: 1, settled_round: 0 });
    expect(at(...redelivered, outcomesRecorded(outcome({ round: 1, attempts: 2 })))).toMatchObject({
      status: 'delivered',
      attempts: 2,
      settled_round: 1,
    });
    const both = outcomesRecorded(outcome({ result: 'replaced' }), outcome({ round: 1, attempts: 2 }));
    expect(at(scheduled, requested(1), both)).toMatchObject({ status: 'delivered', settled_round: 1 });
  });
});

describe('the webhook queue projection', () => {
  const schedule = (eventId: string): SchedulingEvent => ({
    type: 'WebhooksScheduled',
    data: { eventId, messages: [{ wireType: 'order.paid', bodySha256: 'digest', endpointIds: ['e1'] }] },
  });
  const ended = (...ids: string[]) => outcomesRecorded(...ids.map((webhookId) => outcome({ webhookId })));
  const gone: EndpointEvent = { type: 'WebhookEndpointDeleted', data: { endpointId: 'e1', organizationId: 'org' } };
  type Queued = SchedulingEvent | WebhookEvent | OutcomeEvent | EndpointEvent;
  const queueAfter = (...events: Queued[]) =>
    documentsOf(webhookQueueProjection, events.map((one) => recorded(one as WebhookEvent)) as never).e1!;
  const pendingAfter = (...events: Queued[]) => queueAfter(...events).pending;

  it('counts the rounds that have no outcome', () => {
    expect(pendingAfter(schedule('w1'), schedule('w2'))).toBe(2);
    expect(pendingAfter(schedule('w1'), schedule('w2'), ended('w1'))).toBe(1);
    expect(pendingAfter(schedule('w1'), schedule('w2'), ended('w2', 'w1'))).toBe(0);
    expect(pendingAfter(schedule('w1'), ended('w1'), requested(1))).toBe(1);
    expect(pendingAfter(schedule('w1'), requested(1), ended('w1'), ended('w1'))).toBe(0);
  });

  it('names the newest event that asks for a message', () => {
    const { newest } = queueAfter(schedule('w1'));
    expect(newest).toEqual(expect.any(String));
    const events = [recorded(schedule('w1')), recorded(requested(1)), recorded(ended('w1'))];
    expect(documentsOf(webhookQueueProjection, events as never).e1).toMatchObject({ newest: events[1]!.id });
  });

  it('counts the messages of an event for each endpoint', () => {
    const queues = documentsOf(webhookQueueProjection, [recorded(together)] as never);
    expect([queues.e1!.pending, queues.e2!.pending]).toEqual([2, 1]);
    expect(pendingAfter(together, ended('w1'))).toBe(1);
  });

  it('has no work once the endpoint is deleted', () => {
    expect(pendingAfter(schedule('w1'), gone, schedule('w2'))).toBe(0);
    expect(pendingAfter(gone, schedule('w1'))).toBe(0);
  });
});

describe('webhook signatures', () => {
  const body = JSON.stringify({ type: 'benefit.created', data: {} });
  const now = Math.floor(Date.now() / 1000);

  it('of a whsec_ secret are accepted by both libraries', () => {
    const secret = newSecret();
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]+=*$/);
    const headers = signedHeaders('w1', now, body, [secret]);
    expect(headers['webhook-signature']!.split(' ')).toHaveLength(2);
    expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
    expect(() => validateEvent(body, headers, secret)).toThrow('Failed to parse event');
  });

  it('are made with every secret that is valid, and either is enough for both libraries', () => {
    const text = JSON.stringify({ type: 'product.created', data: sampleOf('product.created', 'o') });
    const [current, former, another] = [newSecret(), newSecret(), newSecret()];
    const headers = signedHeaders('w1', now, text, [current, former]);
    for (const secret of [current, former]) {
      expect(new Webhook(secret).verify(text, headers)).toEqual(JSON.parse(text));
      expect(validateEvent(text, headers, secret).type).toBe('product.created');
    }
    expect(() => new Webhook(another).verify(text, headers)).toThrow('No matching signature found');
    expect(() => validateEvent(text, headers, another)).toThrow('No matching signature found');
  });

  it('of any other secret use its UTF-8 bytes', () => {
    const headers = signedHeaders('w1', now, body, ['schlüssel']);
    expect(headers['webhook-signature']).toMatch(/^v1,\S+$/);
    expect(() => validateEvent(body, headers, 'schlüssel')).toThrow('Failed to parse event');
    expect(() => validateEvent(body, headers, 'another')).toThrow('No matching signature found');
  });
});

describe('the samples of test messages', () => {
  it('are parsed by the SDK, one of each type', () => {
    const secret = newSecret();
    for (const type of WIRE_TYPES) {
      const text = JSON.stringify({ type, timestamp: NOW, data: sampleOf(type, uuidV5('o')) });
      const headers = signedHeaders('w1', Math.floor(Date.now() / 1000), text, [secret]);
      expect(validateEvent(text, headers, secret).type).toBe(type);
    }
  });
});

describe('the guard of outgoing requests', () => {
  it('refuses every address that is not on the public internet', () => {
    const refused = ['127.0.0.1', '10.0.0.1', '172.16.3.4', '192.168.1.1', '169.254.169.254', '100.64.0.1', '0.0.0.0'];
    const refused6 = [
      '::1',
      '::',
      'fe80::1',
      'fc00::1',
      'ff02::1',
      '::ffff:127.0.0.1',
      '2002:7f00:1::',
      '64:ff9b::7f00:1',
      '::7f00:1',
      '::a9fe:a9fe',
      '::127.0.0.1',
      '::8.8.8.8',
      'fec0::1',
      '64:ff9b:1::1',
    ];
    for (const address of [...refused, '224.0.0.1', '255.255.255.255', ...refused6])
      expect({ address, public: isPublic(address) }).toEqual({ address, public: false });
    for (const address of ['93.184.216.34', '2606:2800:220:1::1', '::ffff:93.184.216.34'])
      expect(isPublic(address)).toBe(true);
  });

  it('refuses http, private literals, and names with any private address', async () => {
    const of = async () => [
      { address: '93.184.216.34', family: 4 },
      { address: '10.0.0.7', family: 4 },
    ];
    const outgoing = new GuardedOutgoing({ allowPrivate: false, addresses: { of } });
    const post = (url: string) => outgoing.post(url, {}, '{}');
    await expect(post('http://a.example/')).rejects.toThrow('Only https');
    for (const url of ['https://127.0.0.1/', 'https://[::1]/', 'https://2130706433/', 'https://a.example/'])
      await expect(post(url)).rejects.toThrow('not on the public internet');
  });

  it('uses a connection again, unless it was closed or the name has moved', async () => {
    let connections = 0;
    const server = createServer((request, response) => {
      request.resume().on('end', () => {
        if (request.url === '/never') return;
        if (request.url === '/long') response.write('x'.repeat(100_000));
        response.end('done');
        if (request.url === '/closing') request.socket.end();
      });
    }).on('connection', () => connections++);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    let address = '127.0.0.1';
    const addresses = { of: async () => [{ address, family: 4 }] };
    const outgoing = new GuardedOutgoing({ allowPrivate: true, addresses });
    const post = (path: string) => outgoing.post(`http://hooks.example:${port}${path}`, {}, '{}');
    for (const path of ['/', '/', '/closing']) expect(await post(path)).toEqual({ status: 200, body: 'done' });
    expect(connections).toBe(1);
    expect((await post('/long')).body).toHaveLength(2_048);
    expect(await post('/')).toEqual({ status: 200, body: 'done' });
    // Closed by the server, and here because the rest of the answer was not read.
    expect(connections).toBe(3);
    const hurried = new GuardedOutgoing({ allowPrivate: true, timeoutMs: 20 });
    await expect(hurried.post(`http://127.0.0.1:${port}/never`, {}, '{}')).rejects.toThrow('No answer in time');
    address = '127.0.0.2';
    await expect(post('/')).rejects.toThrow('Nothing accepts connections at this address and port (ECONNREFUSED)');
    server.closeAllConnections();
    server.close();
  });
});
