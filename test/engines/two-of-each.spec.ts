import { afterAll, beforeAll } from '@jest/globals';
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
  describeRaces(deployed);
  describeGroups(deployed);
});
