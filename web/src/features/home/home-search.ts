import type { Organization } from '@/api/types';
import type { Interval, Range } from '@/lib/span';

/** The range of the figures; without one, the server's default. */
export interface HomeSearch {
  range?: Range;
  /** A custom range, both inclusive; '' for none. */
  from: string;
  to: string;
  interval?: Interval;
}

export interface HomeProps {
  organization: Organization;
  search: HomeSearch;
  onSearch: (search: HomeSearch) => void;
}
