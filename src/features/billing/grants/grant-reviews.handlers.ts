import { Handles } from '../../../app/commands.ts';
import type { Type } from '@nestjs/common';
import { deriveUuid } from '../../../kernel/ids.ts';
import type { Context } from '../../../kernel/writing/command.ts';
import { Executor } from '../../../kernel/writing/execute.ts';
import { AdvanceGrantReview, BeginGrantReview, ReviewGrants, StartGrantReview } from './grant.commands.ts';
import { grantReviewDecider } from './grant-review.decider.ts';
import { grantReviewStream, type GrantTask } from './grant-review.events.ts';
import { GrantHolders, type Holders } from './grant-holders.service.ts';

/** Purchases or grants of one step: less than a second's work, so that whatever else is to be done comes in between. */
export const CHUNK = 200;

/** Does at once what few are affected by; of more, only the start is recorded. */
@Handles(StartGrantReview)
export class StartGrantReviewHandler {
  constructor(
    private readonly executor: Executor,
    private readonly holders: GrantHolders,
  ) {}

  async execute({ data: { task }, context }: StartGrantReview): Promise<void> {
    const holders = await this.holders.of(task);
    const few = await holders.next('', CHUNK);
    if (few.length < CHUNK) return holders.change(few, context);
    const reviewId = deriveUuid(context.requestId, 'grant-review');
    const { organization_id: organizationId } = few[0]!;
    const begin = new BeginGrantReview({ reviewId, organizationId, task, total: await holders.count() }, context);
    await this.executor.execute(grantReviewDecider, grantReviewStream(reviewId), begin);
  }
}

@Handles(ReviewGrants)
export class ReviewGrantsHandler {
  constructor(
    private readonly executor: Executor,
    private readonly holders: GrantHolders,
  ) {}

  async execute({ data: { reviewId, from }, context }: ReviewGrants): Promise<void> {
    const stream = grantReviewStream(reviewId);
    const { state } = await this.executor.state(grantReviewDecider, stream, 'any');
    if (state.status !== 'running' || state.after !== from) return;
    const chunk = await this.changeNext(state.task, from, context);
    const through = chunk.length < CHUNK ? null : chunk.at(-1)!.id;
    const advance = new AdvanceGrantReview({ reviewId, from, through, count: chunk.length }, context);
    await this.executor.execute(grantReviewDecider, stream, advance);
  }

  private async changeNext(task: GrantTask, from: string, context: Context): ReturnType<Holders['next']> {
    const holders = await this.holders.of(task);
    const chunk = await holders.next(from, CHUNK);
    await holders.change(chunk, context);
    return chunk;
  }
}

export const grantReviewHandlers: Type[] = [StartGrantReviewHandler, ReviewGrantsHandler];
