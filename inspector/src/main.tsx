import { createRoot } from 'react-dom/client';
import { Api } from './api/client.ts';
import { LiveContext } from './live/context.ts';
import { Live } from './live/live.ts';
import { followAddress } from './live/route.ts';
import { Subscriptions, SubscriptionsContext } from './live/subscriptions.ts';
import { followToken, takeToken } from './live/token.ts';
import { Workbench, WorkbenchContext } from './live/workbench.ts';
import { App } from './shell/App.tsx';
import './styles/index.css';

const token = takeToken();
followToken();
followAddress();
const live = new Live(new Api(token));
live.run(new AbortController().signal);

const root = document.getElementById('root');
if (!root) throw new Error('index.html has an element for the page');
// what a boundary has caught is shown on the page
createRoot(root, { onCaughtError: () => undefined }).render(
  <LiveContext value={live}>
    <SubscriptionsContext value={new Subscriptions(live)}>
      <WorkbenchContext value={new Workbench()}>
        <App />
      </WorkbenchContext>
    </SubscriptionsContext>
  </LiveContext>,
);
