import { useMutation } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useUpdateOrganization } from './organizations';
import type { Organization } from './types';

/** Shows meters and prices by use, which are hidden at first. */
export function useTurnOnUsageBilling(organization: Organization) {
  const update = useUpdateOrganization(organization);
  const router = useRouter();
  return useMutation({
    mutationFn: async () => {
      const feature_settings = { ...organization.feature_settings, usage_based_billing_enabled: true };
      await update.mutateAsync({ feature_settings });
      // The pages read the organization from the route.
      await router.invalidate();
    },
  });
}
