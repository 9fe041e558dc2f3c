import { useEffect, useState } from 'react';
import { isObject } from '../json.ts';
import { useConnection, useLive } from '../live/context.ts';
import { useStore } from '../live/store.ts';
import { useSubscriptions } from '../live/subscriptions.ts';
import { clock } from '../view/format.ts';

interface Props {
  uri: string;
  onUpdate: () => void;
}

/** Subscribes to a resource, and reads it again when the server says that it has changed. */
export function Subscribe({ uri, onUpdate }: Props) {
  const live = useLive();
  const capabilities = useConnection()?.capabilities?.resources;
  const subscriptions = useSubscriptions();
  const { wanted, trouble } = useStore(subscriptions.state);
  const [updated, setUpdated] = useState<number | null>(null);
  const isWanted = wanted.includes(uri);

  useEffect(() => {
    return live.onNotification(({ method, params, time }) => {
      if (method !== 'notifications/resources/updated' || params?.uri !== uri) return;
      setUpdated(time);
      onUpdate();
    });
  }, [live, uri, onUpdate]);

  if (!isObject(capabilities) || capabilities.subscribe !== true) {
    return <span className="muted">The server takes no subscriptions.</span>;
  }
  return (
    <>
      <button type="button" aria-pressed={isWanted} onClick={() => subscriptions.toggle(uri)}>
        {isWanted ? 'Subscribed' : 'Subscribe'}
      </button>
      <span role="status" className="muted">
        {updated !== null && `updated at ${clock(updated)}`}
      </span>
      {trouble !== '' && <span className="trouble">{trouble}</span>}
    </>
  );
}
