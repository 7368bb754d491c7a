import { describe, expect, it } from '@jest/globals';
import { affects, changed, deleted, saved, type Changed } from '@/api/affects';
import { createOnce } from '@/api/create';
import { ApiError, isRefusal, toApiError, unreachable } from '@/api/error';
import { queryClient } from '@/api/query-client';

describe('creating', () => {
  const lost = unreachable('POST');
  const refused = new ApiError(422, 'RequestValidationError', 'Some fields need another look.');

  /** Sends each body in turn; returns the keys that reached the server. */
  async function keysOf(...attempts: [content: object, outcome: 'created' | ApiError][]) {
    const once = createOnce();
    const keys: string[] = [];
    for (const [content, outcome] of attempts) {
      const attempt = once(content, async ({ 'Idempotency-Key': key }) => {
        keys.push(key);
        if (outcome !== 'created') throw outcome;
      });
      await attempt.catch(() => undefined);
    }
    return keys;
  }

  it.each([
    ['no answer came', lost],
    ['the server failed', toApiError(503, null, 'POST')],
  ])('keeps its Idempotency-Key over "Try again" where %s', async (_, outcome) => {
    const [first, second] = await keysOf([{ name: 'Ruler' }, outcome], [{ name: 'Ruler' }, 'created']);
    expect(first).toMatch(/^[0-9a-f]{32}$/);
    expect(second).toBe(first);
  });

  it('says that trying again is safe where the outcome is unknown', async () => {
    const attempt = createOnce()({ name: 'Ruler' }, () => Promise.reject(lost));
    await expect(attempt).rejects.toThrow('It is not known whether this was saved. Try again: it is saved only once.');
    await expect(createOnce()({}, () => Promise.reject(refused))).rejects.toThrow('Some fields need another look.');
  });

  it('uses a new key for other content, after a refusal, and for the next item', async () => {
    const keys = await keysOf(
      [{ name: 'Ruler' }, lost],
      [{ name: 'Long ruler' }, refused],
      [{ name: 'Long ruler' }, 'created'],
      [{ name: 'Long ruler' }, 'created'],
    );
    expect(new Set(keys).size).toBe(4);
  });
});

describe('the outcome after an error', () => {
  it('is known to be unchanged if the server refused', () => {
    const statuses = [400, 404, 409, 422, 429, 500, 503];
    expect(statuses.filter((status) => isRefusal(toApiError(status, null, 'POST')))).toEqual([400, 404, 409, 422, 429]);
    expect(isRefusal(unreachable('POST'))).toBe(false);
  });

  it('is shown as unknown if a write got no response', () => {
    for (const error of [toApiError(500, null, 'POST'), toApiError(503, null, 'PATCH'), unreachable('DELETE')])
      expect(error.message).toMatch(/not known whether this was saved\. Load the page again/);
    for (const error of [toApiError(500, null, 'GET'), unreachable('GET')])
      expect(error.message).toMatch(/Try again in a moment\.$/);
  });
});

describe('a write', () => {
  const id = 'id-1';
  const other = 'id-2';
  /** Fills the cache with a list, a page and a stream of every entity; returns those that are stale after `write`. */
  async function stale(write: () => Promise<void>): Promise<string[]> {
    queryClient.clear();
    const entities = Object.keys(affects) as Changed[];
    for (const entity of [...entities, 'order', 'metrics', 'ledger']) {
      queryClient.setQueryData([entity, 'list', 'org'], []);
      for (const one of [id, other]) queryClient.setQueryData([entity, 'one', one], { id: one });
    }
    await write();
    const all = queryClient.getQueryCache().getAll();
    return all.filter(({ state }) => state.isInvalidated).map(({ queryKey }) => queryKey.join(' '));
  }

  it('marks everything that shows the entity as stale, and nothing else', async () => {
    const found = await stale(() => changed('subscription'));
    expect(new Set(found.map((key) => key.split(' ')[0]))).toEqual(
      new Set(['subscription', 'customer', 'benefit', 'metrics', 'ledger']),
    );
  });

  it('takes the entity from the response instead of loading it again', async () => {
    const found = await stale(() => saved('customer', { id }));
    expect(found).toContain('customer list org');
    expect(found).toContain(`customer one ${other}`);
    expect(found).toContain('order list org');
    expect(found).not.toContain(`customer one ${id}`);
  });

  it('marks a deleted entity as stale too', async () => {
    const found = await stale(() => deleted('benefit', id));
    expect(found).toContain(`benefit one ${id}`);
    expect(found).toContain('product list org');
  });
});
