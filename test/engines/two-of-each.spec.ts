import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Deployment, Engines, missingEngines } from '../support/deployment.ts';
import { describeWith } from '../support/servers.ts';
import { describeGroups } from './groups.ts';
import { describeMainJob } from './main-job.ts';
import { describeRaces } from './races.ts';

const START_MS = 240_000;

/** Six processes that share EventStoreDB, MongoDB and Redis. */
describeWith(missingEngines(), 'two of each role', () => {
  let deployment: Deployment;
  const deployed = () => deployment;

  beforeAll(async () => {
    const engines = await Engines.shared();
    deployment = await Deployment.of(['api', 'api', 'projector', 'projector', 'worker', 'worker'], engines.env);
    await deployment.start();
  }, START_MS);
  afterAll(() => deployment?.close());

  // First, because nothing else may have happened yet.
  describeMainJob(deployed);

  it('answer health checks alone, unless their role is to answer requests', async () => {
    const others = [...deployment.withRole('projector'), ...deployment.withRole('worker')];
    for (const { url } of others) {
      const status = async (path: string) => (await fetch(url + path)).status;
      const refused = ['/v1/orders/', '/api/auth/get-session', '/sandbox/clock', '/sign-in', '/nowhere'];
      expect(await Promise.all(refused.map(status))).toEqual(refused.map(() => 404));
      expect(await (await fetch(`${url}/v1/orders/`)).json()).toMatchObject({
        detail: expect.stringContaining('ROLE=api'),
      });
      expect(await Promise.all(['/healthz', '/readyz', '/metrics'].map(status))).toEqual([200, 200, 200]);
    }
  });

  describeRaces(deployed);
  describeGroups(deployed);
});
