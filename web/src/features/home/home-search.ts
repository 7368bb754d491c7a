import type { Organization } from '@/api/types';
import type { Interval, Range } from '@/lib/span';

export interface HomeSearch {
  range: Range;
  /** The range's default interval. */
  interval?: Interval;
}

export interface HomeProps {
  organization: Organization;
  search: HomeSearch;
  onSearch: (change: Partial<HomeSearch>) => void;
}
