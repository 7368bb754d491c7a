import { createFileRoute } from '@tanstack/react-router';
import { ClosedLink } from '@/features/checkout/ClosedLink';

/** Where a checkout link without anything on sale leads. */
export const Route = createFileRoute('/checkout/closed-link')({ component: ClosedLink });
