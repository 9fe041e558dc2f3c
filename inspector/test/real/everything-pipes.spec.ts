import { asks, drives } from './everything.ts';
import { testOf } from './fixture.ts';
import { everythingOnPipes } from './servers.ts';

const test = testOf(everythingOnPipes);
drives(test);
asks(test);
