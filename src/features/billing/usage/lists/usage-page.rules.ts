import type { Instant } from '../../../../kernel/ports/clock.ts';

/** Events of an hour in one place, of which only this is known until it is read. */
export interface Span {
  first_at: Instant;
  last_at: Instant;
  count: number;
}

export type Direction = 'asc' | 'desc';

/**
 * Which spans hold the events of a page, so that the others are not read: spans may overlap, because events arrive late.
 * @returns the spans to read, and how many events come before all of theirs in the order
 */
export function spansOfPage<S extends Span>(
  spans: readonly S[],
  { skip, limit, direction }: { skip: number; limit: number; direction: Direction },
): { spans: S[]; before: number } {
  const ahead = aheadIn(direction);
  const near = (span: S) => nearOf(span, direction);
  const far = (span: S) => (direction === 'desc' ? span.first_at : span.last_at);
  // At most `skip` events are ahead of this time, so none of them is on the page.
  const from = lastWithin(spans, near, skip, ahead);
  const isPassed = (span: S) => from !== undefined && ahead(far(span), from);
  const before = countOf(spans.filter(isPassed));
  const rest = spans.filter((span) => !isPassed(span));
  // With so many events up to this time, none behind it is on the page.
  const until = firstReaching(rest, far, skip + limit - before, ahead);
  return { spans: rest.filter((span) => until === undefined || !ahead(until, near(span))), before };
}

/** The spans that are certainly within a range, both ends included, and those of which only reading tells. */
export function spansWithin<S extends Span>(
  spans: readonly S[],
  from: Instant,
  to: Instant,
): Record<'inside' | 'open', S[]> {
  const touching = spans.filter(({ first_at, last_at }) => last_at >= from && first_at <= to);
  const isInside = ({ first_at, last_at }: S) => first_at >= from && last_at <= to;
  return { inside: touching.filter(isInside), open: touching.filter((span) => !isInside(span)) };
}

/** Where a span begins in the order. */
export function nearOf({ first_at, last_at }: Span, direction: Direction): Instant {
  return direction === 'desc' ? last_at : first_at;
}

/** Spans by where they begin. */
export function inOrderOf<S extends Span>(spans: readonly S[], direction: Direction): S[] {
  return inOrder(spans, (span) => nearOf(span, direction), aheadIn(direction));
}

/** Those that end before another span begins, so that none of its events comes between them. */
export function aheadOf<S extends Span>(spans: readonly S[], next: Span, direction: Direction): S[] {
  const ahead = aheadIn(direction);
  const end = ({ first_at, last_at }: Span) => (direction === 'desc' ? first_at : last_at);
  return spans.filter((span) => ahead(end(span), nearOf(next, direction)));
}

function aheadIn(direction: Direction): (one: Instant, other: Instant) => boolean {
  return direction === 'desc' ? (one, other) => one > other : (one, other) => one < other;
}

/** The furthest time ahead of which spans begin with at most `most` events. */
function lastWithin<S extends Span>(
  spans: readonly S[],
  near: (span: S) => Instant,
  most: number,
  ahead: (one: Instant, other: Instant) => boolean,
): Instant | undefined {
  let found: Instant | undefined;
  let count = 0;
  for (const span of inOrder(spans, near, ahead)) {
    if (count > most) break;
    found = near(span);
    count += span.count;
  }
  return found;
}

/** The nearest time by which whole spans have at least `least` events. */
function firstReaching<S extends Span>(
  spans: readonly S[],
  far: (span: S) => Instant,
  least: number,
  ahead: (one: Instant, other: Instant) => boolean,
): Instant | undefined {
  let count = 0;
  for (const span of inOrder(spans, far, ahead)) {
    count += span.count;
    if (count >= least) return far(span);
  }
  return undefined;
}

function inOrder<S extends Span>(
  spans: readonly S[],
  at: (span: S) => Instant,
  ahead: (one: Instant, other: Instant) => boolean,
): S[] {
  return [...spans].sort((one, other) => (ahead(at(one), at(other)) ? -1 : ahead(at(other), at(one)) ? 1 : 0));
}

function countOf(spans: readonly Span[]): number {
  return spans.reduce((sum, { count }) => sum + count, 0);
}
