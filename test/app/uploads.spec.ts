import { beforeEach, describe, expect, it } from '@jest/globals';
import type { FastifyRequest } from 'fastify';
import { CAPACITY } from '../../src/app/http/sharing/capacity.ts';
import { Uploads } from '../../src/app/http/bodies/uploads.ts';
import { TooManyRequests } from '../../src/kernel/errors.ts';

describe('uploads', () => {
  let uploads: Uploads;
  let begun: number;
  beforeEach(() => {
    uploads = new Uploads();
    begun = 0;
  });

  /** Each of an organization, a network and a target of its own, unless they are given; ended by the function that it answers. */
  function begin({ organizationId = `o${(begun += 1)}`, target = `t${(begun += 1)}`, ip = `192.0.2.${(begun += 1)}` }) {
    let end!: () => void;
    const whole = new Promise<void>((resolve) => (end = resolve));
    const ended = uploads.receive({ ip } as FastifyRequest, { organizationId, target }, () => whole);
    return { end, ended };
  }
  const beginSeveral = (count: number, of: Parameters<typeof begin>[0]) =>
    Array.from({ length: count }, () => begin(of));

  it('are one per target', async () => {
    const { end, ended } = begin({ target: 'part' });
    await expect(begin({ target: 'part' }).ended).rejects.toThrow('is being uploaded already');
    end();
    await ended;
    begin({ target: 'part' });
  });

  it('are sixteen per organization, whatever networks they come from', async () => {
    beginSeveral(16, { organizationId: 'o' });
    await expect(begin({ organizationId: 'o' }).ended).rejects.toThrow(TooManyRequests);
    const { end, ended } = begin({});
    end();
    await ended;
  });

  it('are sixteen per network, whatever organizations they are for', async () => {
    beginSeveral(8, { ip: '2001:db8:1:2::1' });
    beginSeveral(8, { ip: '2001:db8:1:2::2' });
    await expect(begin({ ip: '2001:db8:1:2::3' }).ended).rejects.toThrow('from one address');
  });

  it('are so many in all, and each gives its place back, also if it fails', async () => {
    const all = beginSeveral(CAPACITY.uploads, {});
    await expect(begin({}).ended).rejects.toMatchObject({ status: 503 });
    all[0]!.end();
    await all[0]!.ended;
    const failing = uploads.receive(
      { ip: '198.51.100.1' } as FastifyRequest,
      { organizationId: 'x', target: 'x' },
      () => Promise.reject(new Error('broken')),
    );
    await expect(begin({}).ended).rejects.toMatchObject({ status: 503 });
    await expect(failing).rejects.toThrow('broken');
    begin({});
  });
});
