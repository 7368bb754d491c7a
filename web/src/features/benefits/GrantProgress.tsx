import { useQuery } from '@tanstack/react-query';
import { grantReviewsQuery } from '@/api/benefits';
import type { GrantReview } from '@/api/types';
import { count } from '@/lib/format';

interface GrantProgressProps {
  organizationId: string;
  /** The product or the benefit. */
  of: { product: string } | { benefit: string };
}

/** How far a change has reached the customers, while there are too many to do it at once. */
export function GrantProgress({ organizationId, of }: GrantProgressProps) {
  const { data = [] } = useQuery(grantReviewsQuery(organizationId));
  const running = data.filter(({ product_id, benefit_id }) =>
    'product' in of ? product_id === of.product : benefit_id === of.benefit,
  );
  return (
    <div role="status">
      {running.map((review) => (
        <p key={review.id} className="mt-4 border-l-2 border-amber pl-3">
          {doing[review.kind]}: {count(review.done)} of {count(review.total)} done.
        </p>
      ))}
    </div>
  );
}

const doing: Record<GrantReview['kind'], string> = {
  align: 'Giving the product’s customers its benefits',
  update: 'Changing what customers hold',
  revoke: 'Taking the benefit from its customers',
};
