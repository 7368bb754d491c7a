import { describe, expect, it } from '@jest/globals';
import { grantReviewDecider } from '../../../src/features/billing/grants/grant-review.decider.ts';
import type { GrantReviewEvent, GrantTask } from '../../../src/features/billing/grants/grant-review.events.ts';
import { grantReviewProcess } from '../../../src/features/billing/grants/grant-review.process.ts';
import { grantReviewProjection } from '../../../src/features/billing/grants/grant-review.projection.ts';
import { documentsOf, recorded, specOf } from '../../support/given.ts';

const about = { reviewId: 'w1', organizationId: 'g1' };
const task: GrantTask = { kind: 'align', productId: 'p1' };
const started: GrantReviewEvent = { type: 'GrantReviewStarted', data: { ...about, task, total: 450 } };
const advanced: GrantReviewEvent = { type: 'GrantReviewAdvanced', data: { ...about, done: 200, after: 's200' } };
const completed: GrantReviewEvent = { type: 'GrantReviewCompleted', data: { ...about, done: 250 } };

describe('a review of grants', () => {
  const given = specOf(grantReviewDecider);
  const advance = (from: string, through: string | null, count: number) =>
    ({ type: 'AdvanceGrantReview', data: { reviewId: 'w1', from, through, count } }) as const;

  it('starts once, and goes on from chunk to chunk until there is no other', () => {
    const begin = { type: 'BeginGrantReview', data: { ...about, task, total: 450 } } as const;
    given().when(begin).then(started);
    given(started).when(begin).then();
    given(started)
      .when(advance('', 's200', 200))
      .then(advanced);
    given(started, advanced)
      .when(advance('s200', null, 50))
      .then(completed);
  });

  it('counts no chunk twice', () => {
    given(started, advanced)
      .when(advance('', 's200', 200))
      .then();
    given(started, advanced, completed)
      .when(advance('s200', null, 50))
      .then();
  });

  it('has a step per chunk, and is shown until it is done', () => {
    const next = (event: GrantReviewEvent) => grantReviewProcess.react(recorded(event) as never)[0]?.data;
    expect([started, advanced].map(next)).toEqual([
      { reviewId: 'w1', from: '' },
      { reviewId: 'w1', from: 's200' },
    ]);
    const shown = (...events: GrantReviewEvent[]) =>
      Object.values(documentsOf(grantReviewProjection, events.map((event) => recorded(event)) as never[]));
    expect(shown(started, advanced)).toMatchObject([{ kind: 'align', product_id: 'p1', done: 200, total: 450 }]);
    expect(shown(started, advanced, completed)).toEqual([]);
  });
});
