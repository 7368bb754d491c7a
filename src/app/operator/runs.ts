import { Inject, Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import { pause, withTimeout } from '../../kernel/coordination/waiting.ts';
import { DomainError, InvalidInput, NotFound } from '../../kernel/errors.ts';
import { newUuid } from '../../kernel/ids.ts';
import { addDays, secondsBetween, type Clock, type Instant } from '../../kernel/ports/clock.ts';
import type { Actor } from '../../kernel/ports/event-store.ts';
import type { Log } from '../../kernel/ports/log.ts';
import { readVault, type Vault } from '../../kernel/ports/vault.ts';
import { reasonOf } from '../health/health-checks.ts';
import { redactAddresses } from '../log.ts';
import { CLOCK, LOG, VAULT } from '../tokens.ts';
import { OperatorActions, type OperatorAction, type OperatorRequest } from './actions.ts';

const ROWS = 'operator-run/';
const KEPT_DAYS = 1;
const SAVED_EVERY_MS = 1_000;
/** A run that has not been saved for so long was lost with its process. */
const LOST_SECONDS = 30;
/** How long a request waits for a run, so that most are answered with their result. */
const WAITED_MS = 2_000;
const MOST_LINES = 200;
const MOST_LISTED = 20;

/** An action that an administrator started, in whichever process. Times are machine time. */
export interface OperatorRun {
  id: string;
  action: string;
  args: OperatorRequest['args'];
  actor: Actor;
  state: 'running' | 'done' | 'failed';
  /** What it has reported: at most the last 200 lines. */
  lines: readonly string[];
  /** Why it failed. */
  error: { code: string; message: string } | null;
  startedAt: Instant;
  endedAt: Instant | null;
  savedAt: Instant;
}

/** Runs operator actions for administrators, who ask how far they are. Rows in the Vault show them in every process, for a day. */
@Injectable()
export class OperatorRuns {
  /** Of this process. */
  private readonly running = new Map<string, OperatorRun>();

  constructor(
    private readonly actions: OperatorActions,
    @Inject(VAULT) private readonly vault: Vault,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOG) private readonly log: Log,
  ) {}

  /**
   * Starts an action, and waits a moment for its end.
   * @throws InvalidInput administrators have no such action
   * @throws DomainError the same action is running; or what the action throws, if that is soon
   */
  async start({ action: name, args, actor }: OperatorRequest): Promise<OperatorRun> {
    const action = this.actions.find(name);
    if (!action?.isForAdministrators) throw InvalidInput.at('body.action', 'There is no such action', 'literal_error');
    const isSame = (run: OperatorRun): boolean => run.action === name && isDeepStrictEqual(run.args, args);
    if ([...this.running.values()].some(isSame))
      throw new DomainError('AlreadyRunning', `${name} is running already; wait for its end`, 409);
    const at = this.clock.machineNow();
    const started = { id: newUuid(), action: name, args, actor, startedAt: at, savedAt: at };
    const run: OperatorRun = { ...started, state: 'running', lines: [], error: null, endedAt: null };
    this.running.set(run.id, run);
    this.log.info('Operator action', { action: name, actor: `${actor.kind}:${actor.id}`, run: run.id });
    const ended = this.run(action, run).finally(() => this.running.delete(run.id));
    const failure = await withTimeout(ended, WAITED_MS, () => undefined);
    if (failure instanceof DomainError) throw failure;
    return run;
  }

  /** @throws NotFound */
  async get(id: string): Promise<OperatorRun> {
    const here = this.running.get(id);
    const stored = here ? undefined : await readVault(this.vault, ROWS + id);
    if (!here && stored === undefined) throw new NotFound();
    return here ?? this.presented(JSON.parse(stored!) as OperatorRun);
  }

  /** The latest first. */
  async list(): Promise<OperatorRun[]> {
    // Ids begin with their time, and are listed by it.
    const names = await this.vault.list(ROWS, `${ROWS}~`, 1_000);
    const rows = await this.vault.getMany(names.slice(-MOST_LISTED).reverse());
    const stored = [...rows.values()].map(({ value }) => this.presented(JSON.parse(value) as OperatorRun));
    return stored.sort((one, other) => (one.startedAt < other.startedAt ? 1 : -1));
  }

  /** @returns why it failed */
  private async run(action: OperatorAction, run: OperatorRun): Promise<unknown> {
    const ending = new AbortController();
    const saving = this.saveRegularly(run, ending.signal);
    const say = (line: string): void => void (run.lines = [...run.lines, redactAddresses(line)].slice(-MOST_LINES));
    let failure: unknown;
    try {
      await action.run(run, say);
      run.state = 'done';
    } catch (error) {
      failure = error;
      run.state = 'failed';
      const code = error instanceof DomainError ? error.code : 'Failed';
      run.error = { code, message: redactAddresses(reasonOf(error)) };
      if (!(error instanceof DomainError)) this.log.error('An operator action failed', { action: run.action, error });
    }
    run.endedAt = this.clock.machineNow();
    ending.abort();
    await saving;
    await this.save(run);
    return failure;
  }

  private async saveRegularly(run: OperatorRun, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.save(run);
      await pause(SAVED_EVERY_MS, signal);
    }
  }

  /** What it does matters more than that others see it. */
  private async save(run: OperatorRun): Promise<void> {
    run.savedAt = this.clock.machineNow();
    const expiresAt = addDays(run.startedAt, KEPT_DAYS);
    await this.vault
      .put(ROWS + run.id, JSON.stringify(run), { expiresAt })
      .catch((error: unknown) => this.log.warn('A run of an operator action could not be saved', { error }));
  }

  private presented(run: OperatorRun): OperatorRun {
    const isLost = run.state === 'running' && secondsBetween(run.savedAt, this.clock.machineNow()) > LOST_SECONDS;
    if (!isLost) return run;
    const error = { code: 'Lost', message: 'The process that ran it has ended; start it again' };
    return { ...run, state: 'failed', endedAt: run.savedAt, error };
  }
}
