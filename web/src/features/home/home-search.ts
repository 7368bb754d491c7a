import type { Organization } from '@/api/types';
import type { Interval, Range } from '@/lib/span';

/** The range of the figures; without any, the server's usual one. */
export interface HomeSearch {
  range?: Range;
  /** A range of one's own, both inclusive; '' for none. */
  from: string;
  to: string;
  interval?: Interval;
}

export interface HomeProps {
  organization: Organization;
  search: HomeSearch;
  onSearch: (search: HomeSearch) => void;
}
