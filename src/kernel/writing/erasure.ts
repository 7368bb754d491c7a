import type { SubjectKeys } from '../secrets/subject-keys.ts';
import { command, type Context, type IntentOf } from './command.ts';
import type { Decider } from './decider.ts';
import type { SubjectEvent } from './events.ts';
import type { Executor } from './execute.ts';
import type { Keys } from '../secrets/keys.ts';

/** Makes all data sealed for a person unreadable for good (docs/EVENTS_AND_STREAMS.md#erasing-a-person). Idempotent. */
export class EraseSubject extends command('EraseSubject')<{ subject: string }> {}

type SubjectState = { status: 'known' } | { status: 'erased' };

export const subjectDecider: Decider<IntentOf<EraseSubject>, SubjectState, SubjectEvent> = {
  category: 'subject',
  initial: { status: 'known' },
  decide: ({ data }, { status }) => (status === 'erased' ? [] : [{ type: 'SubjectErased', data }]),
  evolve: () => ({ status: 'erased' }),
};

/** The key first, then the event: projections that blank documents because of the event cannot read the data again. */
export class SubjectEraser {
  constructor(
    private readonly executor: Executor,
    private readonly subjectKeys: SubjectKeys,
    private readonly keys: Keys,
  ) {}

  async erase(subject: string, context: Context): Promise<void> {
    await this.subjectKeys.erase(subject);
    const intent = new EraseSubject({ subject }, context, `EraseSubject:${subject}`);
    await this.executor.execute(subjectDecider, this.streamOf(subject), intent);
  }

  /** Whether the log says that they are all erased; their keys are erased before it does. */
  async areRecorded(subjects: readonly string[]): Promise<boolean> {
    for (const subject of subjects) {
      const { state } = await this.executor.state(subjectDecider, this.streamOf(subject), 'any');
      if (state.status !== 'erased') return false;
    }
    return true;
  }

  private streamOf(subject: string): string {
    return `subject-${this.keys.digest('subject', subject)}`;
  }
}
