import { useQuery } from '@tanstack/react-query';
import type { WebhookEndpoint } from '@/api/types';
import { courseQuery, newestDeliveriesQuery } from '@/api/webhooks';
import { endpointAnswer } from '@/lib/answers';
import { ABSENT, count } from '@/lib/format';
import { day, fromNow, useNow } from '@/lib/time';
import { Answer, Figure, figureOf } from '@/ui/Answer';
import { eventsLabel, httpLabel } from './endpoint';

const UNKNOWN = 'Its deliveries could not be loaded.';
const DAY = 24 * 60 * 60 * 1000;

/** Whether what is sent to it arrives. */
export function EndpointGlance({ endpoint }: { endpoint: WebhookEndpoint }) {
  const now = useNow('machine');
  // Unlike its deliveries, it was created by the sandbox's clock.
  const businessNow = useNow();
  const deliveries = useQuery(newestDeliveriesQuery(endpoint.id));
  const course = useQuery(courseQuery(endpoint.id));
  const { data, isError } = deliveries;
  const newest = data?.items ?? [];
  const [last] = newest;
  const today = newest.filter(({ created_at }) => Date.parse(created_at) > now - DAY);
  const failed = today.filter(({ succeeded }) => !succeeded).length;
  // One page of the list, so the last day may have more than it shows.
  const isCut = today.length === newest.length && (data?.pagination.max_page ?? 1) > 1;
  return (
    <Answer
      answer={
        data ? endpointAnswer(newest, now) : { tone: 'wait', text: isError ? UNKNOWN : 'Loading its deliveries.' }
      }
    >
      <Figure label="Last delivery" note={last && fromNow(Date.parse(last.created_at), now)}>
        {figureOf(deliveries, () => (last ? httpLabel(last.http_code) : ABSENT))}
      </Figure>
      <Figure
        label="Failures in the last day"
        note={today.length > 0 && `of ${isCut ? 'the newest ' : ''}${count(today.length)}`}
      >
        {figureOf(deliveries, () => (failed === 0 ? '0' : count(failed)))}
      </Figure>
      <Figure label="Waiting messages">{figureOf(course, ({ waiting }) => count(waiting))}</Figure>
      <Figure label="Events">{eventsLabel(endpoint.events)}</Figure>
      <Figure label="Created" note={fromNow(Date.parse(endpoint.created_at), businessNow)}>
        {day(endpoint.created_at)}
      </Figure>
    </Answer>
  );
}
