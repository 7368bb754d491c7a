/** Total numbers of items and pages of a list. */
export class Pagination {
  total_count: number;
  max_page: number;
}
