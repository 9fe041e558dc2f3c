import { asks, drives } from './everything.ts';
import { testOf } from './fixture.ts';
import { everythingOverHttp } from './servers.ts';

const test = testOf(everythingOverHttp);
drives(test);
asks(test);
