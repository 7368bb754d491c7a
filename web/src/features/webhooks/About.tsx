import { Link } from '@tanstack/react-router';
import type { WebhookDelivery } from '@/api/types';
import { pageOf } from '@/features/events/places';
import { ABSENT } from '@/lib/format';

interface AboutProps {
  org: string;
  message: WebhookDelivery['webhook_event'];
}

/** Whom or what a message is about, with a link to their page. */
export function About({ org, message: { type, about } }: AboutProps) {
  if (!about) return ABSENT;
  const { type: category, id, name } = about;
  // What was deleted has no page.
  const page = type.endsWith('.deleted') ? undefined : pageOf({ stream: `${category}-${id}`, category }, org);
  return page ? (
    <Link {...page} className="link">
      {name}
    </Link>
  ) : (
    name
  );
}
