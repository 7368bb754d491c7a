/** How many items a list has in all, and on how many pages. */
export class Pagination {
  total_count: number;
  max_page: number;
}
