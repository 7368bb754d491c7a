/** Modules of the web for specs of the server, whose compiler knows no browser. */
export const webModules = {
  attention: () => import('@/features/home/attention'),
  eventTypes: () => import('@/lib/event-types'),
  figures: () => import('@/features/home/figures'),
  filters: () => import('@/lib/list-filters'),
  sums: () => import('@/lib/list-sums'),
  tiles: () => import('@/features/home/tiles'),
  zone: () => import('@/lib/zone'),
};
