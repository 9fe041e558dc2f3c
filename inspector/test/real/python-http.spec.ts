import { testOf } from './fixture.ts';
import { drives } from './python.ts';
import { pythonOverHttp } from './servers.ts';

drives(testOf(pythonOverHttp));
