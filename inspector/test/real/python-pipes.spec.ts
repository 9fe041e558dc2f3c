import { testOf } from './fixture.ts';
import { drives } from './python.ts';
import { pythonOnPipes } from './servers.ts';

drives(testOf(pythonOnPipes));
