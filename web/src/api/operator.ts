import { queryOptions, useMutation } from '@tanstack/react-query';
import { changed } from './affects';
import { api, body } from './client';
import { ApiError } from './error';
import type { OperatorArguments, OperatorRun } from './types';

/** The state is asked for this often while its page is open. */
export const STATE_EVERY_MS = 5_000;
const LISTS_EVERY_MS = 10_000;
const RUNS_EVERY_MS = 1_000;

export const operatorStateQuery = queryOptions({
  queryKey: ['operator', 'state'],
  queryFn: () => body(api.GET('/api/ledger/operator/state')),
});

export const operatorStepsQuery = queryOptions({
  queryKey: ['operator', 'steps'],
  queryFn: () => body(api.GET('/api/ledger/operator/steps')),
  refetchInterval: STATE_EVERY_MS,
});

export const operatorWorkQuery = queryOptions({
  queryKey: ['operator', 'work'],
  queryFn: () => body(api.GET('/api/ledger/operator/work')),
  refetchInterval: STATE_EVERY_MS,
});

export const operatorDueItemsQuery = queryOptions({
  queryKey: ['operator', 'due-items'],
  queryFn: () => body(api.GET('/api/ledger/operator/due-items')),
  refetchInterval: LISTS_EVERY_MS,
});

export const operatorDeliveriesQuery = queryOptions({
  queryKey: ['operator', 'deliveries'],
  queryFn: () => body(api.GET('/api/ledger/operator/deliveries')),
  refetchInterval: LISTS_EVERY_MS,
});

export const operatorGrantReviewsQuery = queryOptions({
  queryKey: ['operator', 'grant-reviews'],
  queryFn: () => body(api.GET('/api/ledger/operator/grant-reviews')),
  refetchInterval: STATE_EVERY_MS,
});

export const operatorSealsQuery = queryOptions({
  queryKey: ['operator', 'seals'],
  queryFn: () => body(api.GET('/api/ledger/operator/seals')),
  refetchInterval: LISTS_EVERY_MS,
});

/** Looked at often only while one is running. */
export const operatorRunsQuery = queryOptions({
  queryKey: ['operator', 'runs'],
  queryFn: () => body(api.GET('/api/ledger/operator/runs')),
  refetchInterval: ({ state }) =>
    state.data?.items.some((run) => run.state === 'running') ? RUNS_EVERY_MS : LISTS_EVERY_MS,
});

export interface OperatorAction {
  action: string;
  args?: OperatorArguments;
}

/** Starts an action: after two seconds, it goes on by itself, and the list of runs shows how far it is. */
export function useOperatorAction() {
  return useMutation({
    mutationFn: async (asked: OperatorAction): Promise<OperatorRun> => {
      const run = await body(api.POST('/api/ledger/operator/runs', { body: asked }));
      if (run.error) throw new ApiError(500, run.error.code, `${run.error.message}.`);
      return run;
    },
    onSettled: () => changed('operator'),
  });
}
