type Module = Record<string, (...given: never[]) => unknown>;

export declare const webModules: Record<
  'attention' | 'figures' | 'filters' | 'sums' | 'tiles' | 'zone',
  () => Promise<Module>
> & {
  eventTypes(): Promise<{ kinds: { types: string[] }[]; tellingTypes: string[] }>;
};
