import type { GrantDocument } from '../grants/grant.projection.ts';

/** What somebody may download: a file that a customer has by a benefit. */
export interface Download {
  customerId: string;
  benefitId: string;
  fileId: string;
}

/** What live grants give, each file once for a customer and benefit, in the order of the grants. */
export function downloadsOf(
  grants: readonly Pick<GrantDocument, 'customer_id' | 'benefit_id' | 'properties'>[],
): Download[] {
  const found = new Map<string, Download>();
  for (const { customer_id: customerId, benefit_id: benefitId, properties } of grants)
    for (const fileId of properties.files ?? [])
      found.set([customerId, benefitId, fileId].join(), { customerId, benefitId, fileId });
  return [...found.values()];
}
