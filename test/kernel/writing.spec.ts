import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  claimDecider,
  claimEvents,
  Claims,
  refuseForfeited,
  claimStream,
  type Claim,
} from '../../src/kernel/writing/claim.ts';
import { Codec } from '../../src/kernel/writing/codec.ts';
import { SubjectKeys } from '../../src/kernel/secrets/subject-keys.ts';
import { command, type Command, type IntentOf } from '../../src/kernel/writing/command.ts';
import type { Decider } from '../../src/kernel/writing/decider.ts';
import { ErasureReplay } from '../../src/kernel/reacting/erasure-replay.ts';
import { DomainError, ServiceUnavailable } from '../../src/kernel/errors.ts';
import { erasedEmail, event, subjectEvents, subjectOf, type EventsOf } from '../../src/kernel/writing/events.ts';
import type { EventStore } from '../../src/kernel/ports/event-store.ts';
import { Executor } from '../../src/kernel/writing/execute.ts';
import { newUuid } from '../../src/kernel/ids.ts';
import { skipDecider, SkipEvent, SKIPPED_STREAM, SkippedEvents } from '../../src/kernel/writing/skipped-events.ts';
import { openKernel, testKeys, type TestKernel } from '../support/kernel.ts';

const personEvents = {
  PersonJoined: event<{ personId: string; email: string; name: string | null; note?: string }>({
    version: 2,
    upcast: { 1: ({ fullName, ...data }) => ({ ...data, name: fullName }) },
    personal: [
      {
        subject: ({ personId }) => subjectOf.user(personId),
        fields: { email: ({ personId }) => erasedEmail(personId), name: null, note: null },
      },
    ],
  }),
  PersonTired: event<{ personId: string; details?: unknown }>(),
  PersonsMet: event<{ place: string; persons: { personId: string; name: string | null; seat: number }[] }>({
    personalEntries: { persons: { subject: ({ personId }) => subjectOf.user(personId), fields: { name: null } } },
  }),
};
type PersonEvent = EventsOf<typeof personEvents> | Extract<EventsOf<typeof claimEvents>, { type: 'ClaimForfeited' }>;

class Join extends command('Join')<{ personId: string; email: string; claim?: Claim }> {}
class Tire extends command('Tire')<{ personId: string; details?: unknown }> {}

interface PersonState {
  joined: boolean;
  tired: number;
  forfeited: string[];
}

const person: Decider<IntentOf<Join | Tire>, PersonState, PersonEvent> = {
  category: 'person',
  initial: { joined: false, tired: 0, forfeited: [] },
  decide({ type, data }, state) {
    switch (type) {
      case 'Join':
        if (state.joined) throw new DomainError('AlreadyThere', 'Already there', 409);
        if (data.claim) refuseForfeited(state.forfeited, data.claim);
        return [{ type: 'PersonJoined', data: { personId: data.personId, email: data.email, name: 'Name' } }];
      case 'Tire':
        return state.tired >= 3 ? [] : [{ type: 'PersonTired', data }];
    }
  },
  evolve(state, { type, data }) {
    switch (type) {
      case 'PersonJoined':
        return { ...state, joined: true };
      case 'PersonTired':
        return { ...state, tired: state.tired + 1 };
      case 'PersonsMet':
        return state;
      case 'ClaimForfeited':
        return { ...state, forfeited: [...state.forfeited, claimStream(data)] };
    }
  },
};

let kernel: TestKernel;
beforeEach(() => {
  kernel = openKernel([personEvents]);
});
afterEach(() => kernel.close());

const run = (sent: Command, stream = 'person-1', executor = kernel.executor) => executor.execute(person, stream, sent);
const join = (context = kernel.context()) => new Join({ personId: '1', email: 'a@example.com' }, context);

describe('execute', () => {
  it('returns state, revision and the whole stream, and records the position', async () => {
    const sent = join();
    const { state, revision, history } = await run(sent);
    expect(state.joined).toBe(true);
    expect(revision).toBe(0);
    expect(history.events.map(({ type }) => type)).toEqual(['PersonJoined']);
    expect(sent.context.writes.highest).toBe(await kernel.store.end());
  });

  it('refuses, changes nothing and answers facts only from a log that is not behind the read models', async () => {
    const lagging = () => {
      let isBehind = true;
      const { store } = kernel;
      const read = async (stream: string, from = 0) => (isBehind ? [] : store.read(stream, from));
      const refresh = () => Promise.resolve(void (isBehind = false));
      const behind = { read, refresh, append: store.append.bind(store), end: () => store.end() };
      return new Executor(behind as unknown as EventStore, kernel.codec, kernel.clock);
    };
    const leave: typeof person = {
      ...person,
      decide: (_, state) => {
        if (!state.joined) throw new DomainError('NotThere', 'Not there', 404);
        return state.tired > 0 ? [] : [{ type: 'PersonTired', data: { personId: '1' } }];
      },
    };
    await run(join());
    expect((await lagging().execute(leave, 'person-1', join())).appended).toHaveLength(1);
    expect((await lagging().execute(leave, 'person-1', join())).appended).toEqual([]);
    expect((await lagging().state(person, 'person-1', 'any')).state).toMatchObject({ joined: true, tired: 1 });
    await expect(lagging().execute(leave, 'person-2', join())).rejects.toMatchObject({ status: 404 });
  });

  it("treats another tenant's stream as one that does not exist", async () => {
    await run(join());
    const tire = (organizationIds: string[]) =>
      run(new Tire({ personId: '1' }, { ...kernel.context(), organizationId: undefined, scope: { organizationIds } }));
    await expect(tire(['other'])).rejects.toMatchObject({ code: 'ResourceNotFound', status: 404 });
    await expect(tire([])).rejects.toMatchObject({ status: 404 });
    expect((await tire(['other', 'org'])).appended).toHaveLength(1);
    const reach = (organizationIds: string[]) => kernel.executor.load('person-1', { organizationIds });
    expect(await reach(['other'])).toEqual([]);
    expect(await reach(['org'])).toHaveLength(2);
    expect((await kernel.executor.state(person, 'person-1', { organizationIds: ['other'] })).revision).toBe(-1);
  });

  it("does not let an organization's scope cover a stream without a tenant", async () => {
    await run(new Join({ personId: '1', email: 'a@example.com' }, { ...kernel.context(), organizationId: undefined }));
    expect(await kernel.executor.load('person-1', { organizationIds: ['org'] })).toEqual([]);
    expect(await kernel.executor.load('person-1', 'any')).toHaveLength(1);
  });

  it('folds each event once into the state it returns', async () => {
    await run(join());
    expect((await run(new Tire({ personId: '1' }, kernel.context()))).state.tired).toBe(1);
    expect((await run(new Tire({ personId: '1' }, kernel.context()))).state.tired).toBe(2);
  });

  it('writes an envelope with actor, cause, tenant and the time on both clocks', async () => {
    kernel.clock.advance(3_600);
    const context = kernel.context();
    await run(join(context));
    const [stored] = await kernel.store.read('person-1');
    expect(stored!.metadata).toEqual({
      version: 2,
      occurredAt: '2026-01-31T11:00:00.000Z',
      recordedAt: '2026-01-31T10:00:00.000Z',
      actor: { kind: 'user', id: 'tester' },
      correlationId: context.requestId,
      causationId: context.requestId,
      commandId: `${context.requestId}:Join`,
      organizationId: 'org',
    });
  });

  it('executes a command once, however often it is sent, and answers from the current state', async () => {
    const context = kernel.context();
    await run(join(context));
    await run(new Tire({ personId: '1' }, kernel.context()));
    const again = await run(join(context));
    expect(again.appended).toEqual([]);
    expect(again.state.tired).toBe(1);
    expect(again.revision).toBe(1);
  });

  it('decides again when another writer appended in between', async () => {
    await run(join());
    const others = [kernel.executor, new Executor(kernel.store, kernel.codec, kernel.clock)];
    await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        run(new Tire({ personId: '1' }, kernel.context()), 'person-1', others[i % 2]),
      ),
    );
    expect(await kernel.store.read('person-1')).toHaveLength(4);
  });

  it('appends only after the revision that it decided on', async () => {
    await run(join());
    for (let n = 0; n < 2; n++) await run(new Tire({ personId: '1' }, kernel.context()));
    const overtaken = Object.create(kernel.store) as typeof kernel.store;
    let others = 1;
    overtaken.read = async (...args) => {
      const events = await kernel.store.read(...args);
      if (others-- > 0) await run(new Tire({ personId: '1' }, kernel.context()));
      return events;
    };
    const executor = new Executor(overtaken, kernel.codec, kernel.clock);
    const { appended, state } = await run(new Tire({ personId: '1' }, kernel.context()), 'person-1', executor);
    expect([appended, state.tired]).toEqual([[], 3]);
    expect(await kernel.store.read('person-1')).toHaveLength(4);
  });

  it('appends nothing when the decider refuses', async () => {
    await run(join());
    await expect(run(join())).rejects.toMatchObject({ code: 'AlreadyThere', status: 409 });
    expect(await kernel.store.read('person-1')).toHaveLength(1);
  });

  it('settles an append with an unknown outcome by reading the stream', async () => {
    const forgetful = Object.create(kernel.store) as typeof kernel.store;
    forgetful.append = async (...args) => {
      await kernel.store.append(...args);
      throw new Error('connection lost');
    };
    const { state, appended } = await run(join(), 'person-1', new Executor(forgetful, kernel.codec, kernel.clock));
    expect(state.joined).toBe(true);
    expect(appended.map(({ type }) => type)).toEqual(['PersonJoined']);
    expect(await kernel.store.read('person-1')).toHaveLength(1);
  });
});

describe('the codec', () => {
  it('seals personal fields for their person and leaves other fields readable', async () => {
    await run(join());
    const [stored] = await kernel.store.read('person-1');
    expect(JSON.stringify(stored)).not.toContain('a@example.com');
    expect(stored!.data['email']).toEqual({ $sealed: ['user:1', expect.any(String), expect.any(String)] });
    expect(stored!.data['personId']).toBe('1');
    const [opened] = await kernel.executor.load<PersonEvent>('person-1', 'any');
    expect(opened!.data).toEqual({ personId: '1', email: 'a@example.com', name: 'Name' });
  });

  it('does not open a sealed field that was moved to another event', async () => {
    await run(join());
    const [stored] = await kernel.store.read('person-1');
    await expect(kernel.codec.open([{ ...stored!, id: newUuid() }])).rejects.toThrow();
  });

  it('shows the defined blank once a person is erased, also to a reader that had the key', async () => {
    await run(join());
    await kernel.subjectKeys.erase('user:1');
    for (const codec of [
      kernel.codec,
      new Codec([personEvents], new SubjectKeys(kernel.vault), new SkippedEvents(kernel.store)),
    ]) {
      const [opened] = await codec.open(await kernel.store.read('person-1'));
      expect(opened!.data).toEqual({ personId: '1', email: 'erased+1@invalid', name: null });
    }
  });

  it('forgets a key that another process erased, once it reads that event', async () => {
    await run(join());
    const stored = await kernel.store.read('person-1');
    const elsewhere = new SubjectKeys(kernel.vault);
    const codec = new Codec([personEvents, subjectEvents], elsewhere, new SkippedEvents(kernel.store));
    await codec.open(stored);
    await kernel.subjectKeys.erase('user:1');
    const metadata = { ...stored[0]!.metadata, version: 1 };
    await codec.open([{ ...stored[0]!, type: 'SubjectErased', data: { subject: 'user:1' }, metadata }]);
    expect((await codec.open(stored))[0]!.data).toMatchObject({ email: 'erased+1@invalid' });
  });

  it('writes no personal data of an erased person', async () => {
    await kernel.subjectKeys.erase('user:1');
    await run(join());
    const [stored] = await kernel.store.read('person-1');
    expect(stored!.data).toEqual({ personId: '1', email: 'erased+1@invalid', name: null });
  });

  describe('with a list of entries about several persons', () => {
    const met = (...persons: { personId: string; name: string; seat: number }[]) =>
      kernel.executor.append('person-met', [{ type: 'PersonsMet', data: { place: 'Here', persons } }], -1, join());
    const [one, two] = [
      { personId: '1', name: 'One', seat: 7 },
      { personId: '2', name: 'Two', seat: 8 },
    ];

    it('seals each entry for its own person', async () => {
      await met(one, two);
      const [stored] = await kernel.store.read('person-met');
      expect(stored!.data).toMatchObject({
        place: 'Here',
        persons: [
          { personId: '1', name: { $sealed: ['user:1', expect.any(String), expect.any(String)] }, seat: 7 },
          { personId: '2', name: { $sealed: ['user:2', expect.any(String), expect.any(String)] }, seat: 8 },
        ],
      });
      const [opened] = await kernel.executor.load<PersonEvent>('person-met', 'any');
      expect(opened!.data).toEqual({ place: 'Here', persons: [one, two] });
    });

    it('blanks the entries of an erased person, and writes none of theirs', async () => {
      await met(one, two);
      await kernel.subjectKeys.erase('user:1');
      const [opened] = await kernel.codec.open(await kernel.store.read('person-met'));
      expect(opened!.data).toEqual({ place: 'Here', persons: [{ ...one, name: null }, two] });
      const again = { type: 'PersonsMet', data: { place: 'Here', persons: [one] } };
      await kernel.executor.append('person-3', [again], -1, join());
      expect((await kernel.store.read('person-3'))[0]!.data).toEqual({
        place: 'Here',
        persons: [{ ...one, name: null }],
      });
    });

    it('are closed for readers of the whole log, which need no keys for them', async () => {
      await met(one, two);
      for (const { personId } of [one, two]) {
        await kernel.vault.delete(`subject-key/user:${personId}`);
        kernel.subjectKeys.forget(`user:${personId}`);
      }
      const [read] = await kernel.codec.openForReaders(await kernel.store.read('person-met'));
      expect(read).toMatchObject({
        data: {
          place: 'Here',
          persons: [
            { ...one, name: null },
            { ...two, name: null },
          ],
        },
      });
    });

    it('does not open an entry in the place of another', async () => {
      await met(one, { ...two, personId: '1' });
      const [stored] = await kernel.store.read('person-met');
      const persons = [...(stored!.data['persons'] as object[])].reverse();
      await expect(kernel.codec.open([{ ...stored!, data: { ...stored!.data, persons } }])).rejects.toThrow();
    });

    it.each([['text'], [null], [[null]], [['text']], [undefined]])('reads %p instead of the list', async (persons) => {
      await met(one);
      const [stored] = await kernel.store.read('person-met');
      const [read] = await kernel.codec.openEach([{ ...stored!, data: { place: 'Here', persons } }]);
      expect(read).toBeDefined();
    });
  });

  it('stops when a key is missing', async () => {
    await run(join());
    await kernel.vault.delete('subject-key/user:1');
    kernel.subjectKeys.forget('user:1');
    const [stored] = await kernel.store.read('person-1');
    await expect(kernel.codec.open([stored!])).rejects.toMatchObject({
      name: 'UnreadableEvent',
      event: { id: stored!.id },
    });
    await expect(kernel.executor.load('person-1', 'any')).rejects.toMatchObject({
      status: 503,
      code: 'ServiceUnavailable',
    });
  });

  it.each([
    ['a sealed field', { $sealed: ['nobody', 'AAAA', 'BBBB'] }],
    ['a list', { $sealed: [] }],
    ['a text', { $sealed: 'x' }],
  ])('treats what looks like %s in any other field as data', async (_what, details) => {
    await run(join());
    const [stored] = await kernel.store.read('person-1');
    const metadata = { ...stored!.metadata, version: 1 };
    const tired = { ...stored!, type: 'PersonTired', data: { personId: '1', details }, metadata };
    expect((await kernel.codec.open([tired]))[0]!.data).toEqual({ personId: '1', details });
  });

  it('refuses to store the marker of a sealed field as data', async () => {
    await run(join());
    await expect(
      run(new Tire({ personId: '1', details: { $sealed: ['nobody', 'AAAA', 'BBBB'] } }, kernel.context())),
    ).rejects.toMatchObject({
      code: 'RESERVED_KEY',
      status: 400,
    });
    await run(new Tire({ personId: '1', details: { deeper: { $sealed: [] } } }, kernel.context()));
  });

  it('omits an event that an operator skipped, now and in every later fold', async () => {
    await run(join());
    await run(new Tire({ personId: '1' }, kernel.context()));
    await kernel.vault.delete('subject-key/user:1');
    kernel.subjectKeys.forget('user:1');
    const [unreadable] = await kernel.store.read('person-1');
    await kernel.executor.execute(
      skipDecider,
      SKIPPED_STREAM,
      new SkipEvent(
        {
          eventId: unreadable!.id,
          stream: 'person-1',
          revision: 0,
          type: 'PersonJoined',
          organizationId: null,
          reason: 'key lost',
        },
        kernel.context(),
      ),
    );
    expect((await kernel.executor.load('person-1', 'any')).map(({ type }) => type)).toEqual(['PersonTired']);
    // The next append expects the stream's revision, not the number of folded events.
    await run(new Tire({ personId: '1' }, kernel.context()));
    expect((await kernel.store.read('person-1')).map(({ revision }) => revision)).toEqual([0, 1, 2]);
    const elsewhere = new Codec([personEvents], new SubjectKeys(kernel.vault), new SkippedEvents(kernel.store));
    expect(await elsewhere.open([unreadable!])).toEqual([]);
  });

  it('opens first, then upcasts', async () => {
    await run(join());
    const [stored] = await kernel.store.read('person-1');
    const { name, ...rest } = stored!.data;
    const bound = await kernel.codec.open([stored!]);
    expect(bound[0]!.data).toHaveProperty('name', 'Name');
    const old = { ...stored!, data: { ...rest, fullName: 'Plain' }, metadata: { ...stored!.metadata, version: 1 } };
    expect((await kernel.codec.open([old]))[0]!.data).toMatchObject({ name: 'Plain' });
    expect(name).toHaveProperty('$sealed');
  });

  it.each([
    ['a type it does not know', { type: 'PersonSlept' }],
    ['a version it does not know', { metadata: { version: 3 } }],
  ])('stops at %s', async (_what, change) => {
    await run(join());
    const [stored] = await kernel.store.read('person-1');
    const metadata = { ...stored!.metadata, ...('metadata' in change ? change.metadata : {}) };
    await expect(kernel.codec.open([{ ...stored!, ...change, metadata }])).rejects.toMatchObject({
      name: 'UnreadableEvent',
    });
  });
});

describe('claims', () => {
  const owns = {
    email: (events: readonly { type: string }[]) => events.some(({ type }) => type === 'PersonJoined'),
  };
  const claimsOf = (executor = kernel.executor) => new Claims(executor, testKeys, kernel.clock, owns);
  const value = () => claimsOf().claim('email', 'global', 'a@example.com');

  async function take(personId: string, claims = claimsOf()): Promise<void> {
    const context = kernel.context();
    await claims.during(value(), `person-${personId}`, context, () =>
      run(new Join({ personId, email: 'a@example.com', claim: value() }, context), `person-${personId}`),
    );
  }

  it('grants a value to one of fifty', async () => {
    const results = await Promise.allSettled(Array.from({ length: 50 }, (_, i) => take(String(i))));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'ClaimTaken' });
  });

  it("frees a value when its owner's command was refused", async () => {
    const refused = claimsOf().during(value(), 'person-1', kernel.context(), () =>
      Promise.reject(new DomainError('No', 'no')),
    );
    await expect(refused).rejects.toMatchObject({ code: 'No' });
    await take('2');
  });

  it('keeps a value whose owner may have it when the store did not answer', async () => {
    const unknown = claimsOf().during(value(), 'person-1', kernel.context(), async () => {
      await run(new Join({ personId: '1', email: 'a@example.com', claim: value() }, kernel.context()));
      throw new ServiceUnavailable('EventStoreDB');
    });
    await expect(unknown).rejects.toMatchObject({ status: 503 });
    await expect(take('2')).rejects.toMatchObject({ code: 'ClaimTaken' });
    kernel.clock.advanceMachine(61);
    await expect(take('3')).rejects.toMatchObject({ code: 'ClaimTaken' });
  });

  it('holds a value again that was released within one request', async () => {
    const context = kernel.context();
    await claimsOf().hold(value(), 'person-1', context);
    await claimsOf().release(value(), 'person-1', context);
    await claimsOf().hold(value(), 'person-1', context);
    await expect(take('2')).rejects.toMatchObject({ code: 'ClaimTaken' });
  });

  it('does not settle a hold that is fresh', async () => {
    await claimsOf().hold(value(), 'person-1', kernel.context());
    kernel.clock.advanceMachine(59);
    await expect(take('2')).rejects.toMatchObject({ code: 'ClaimTaken' });
  });

  it('confirms a stale hold if its owner has the value', async () => {
    await claimsOf().hold(value(), 'person-1', kernel.context());
    await run(new Join({ personId: '1', email: 'a@example.com', claim: value() }, kernel.context()));
    kernel.clock.advanceMachine(61);
    await expect(take('2')).rejects.toMatchObject({ code: 'ClaimTaken' });
    const { state } = await kernel.executor.state(claimDecider, claimStream(value()), 'any');
    expect(state).toEqual({ status: 'confirmed', owner: 'person-1' });
  });

  it('takes over a stale hold whose owner does not have the value, and forfeits it for that owner', async () => {
    await claimsOf().hold(value(), 'person-1', kernel.context());
    kernel.clock.advanceMachine(61);
    await take('2');
    const late = run(new Join({ personId: '1', email: 'a@example.com', claim: value() }, kernel.context()));
    await expect(late).rejects.toMatchObject({ code: 'ClaimForfeited' });
    expect(await claimsOf().owner(value())).toBe('person-2');
  });

  it('lets one of many settle a stale hold and take it', async () => {
    await claimsOf().hold(value(), 'person-late', kernel.context());
    kernel.clock.advanceMachine(61);
    const results = await Promise.allSettled(Array.from({ length: 10 }, (_, i) => take(String(i))));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});

describe('repeating erasures after a restore', () => {
  const erased = async (subject: string) =>
    (await new SubjectKeys(kernel.vault).get([subject])).get(subject) === 'erased';
  /** In the log only: this vault does not know of it. */
  const recordErased = async (subject: string) => {
    const command = new Tire({ personId: subject }, kernel.context());
    await kernel.executor.append(`subject-${subject}`, [{ type: 'SubjectErased', data: { subject } }], -1, command);
  };
  const erasures = () => new ErasureReplay(kernel.store, kernel.vault, new SubjectKeys(kernel.vault));

  it('removes the keys that an older vault holds for people erased in the log, and no others', async () => {
    await kernel.subjectKeys.ensure(['user:1', 'user:2']);
    for (const subject of ['user:1', 'user:3']) await recordErased(subject);
    expect(await erasures().replay()).toBe(2);
    expect([await erased('user:1'), await erased('user:2'), await erased('user:3')]).toEqual([true, false, true]);
    expect(await erasures().replay()).toBe(0);
  });

  it('continues from the position of the restored vault', async () => {
    await recordErased('user:1');
    await erasures().replay();
    const before = (await kernel.vault.getMany(['process/erasures'])).get('process/erasures')!.value;
    await kernel.subjectKeys.ensure(['user:2']);
    const key = (await kernel.vault.getMany(['subject-key/user:2'])).get('subject-key/user:2')!.value;
    await kernel.subjectKeys.erase('user:2');
    await recordErased('user:2');
    await erasures().markDone();
    expect(await erasures().replay()).toBe(0);

    await kernel.vault.put('subject-key/user:2', key);
    await kernel.vault.put('process/erasures', before);
    expect(await erasures().replay()).toBe(1);
    expect(await erased('user:2')).toBe(true);
  });

  it('checks the whole log if it is not the log that was checked before', async () => {
    await recordErased('user:1');
    await erasures().replay();
    await kernel.vault.put('subject-key/user:1', 'alive');
    const place = { position: await kernel.store.end(), eventId: 'of another log' };
    await kernel.vault.put('process/erasures', JSON.stringify(place));
    expect(await erasures().replay()).toBe(1);
  });
});
